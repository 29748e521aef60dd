"""Constants of the prelude that are deliberately without a meaning, and why.

Evaluating one is reported as unsupported. A test asserts that every other primitive of the prelude
has a rule.
"""

from __future__ import annotations

CHOICE = "its value is not determined: only a law about it is known"
LIMITS = "defined by a limit, a supremum or an integral, which no finite evaluation gives"
ABSTRACT = "a filter or a set that is only reasoned about"
EXTENDED = "extended numbers have no counterpart among arrays"
FLOATS = "floats round at every operation, which real arithmetic does not"
CLASSES = "equal values need not have equal representatives"
EFFECTS = "it acts on the world"

WITHOUT_MEANING: dict[str, str] = {
    **dict.fromkeys(
        ("Classical.arbitrary", "Classical.choose", "Classical.choice", "Classical.epsilon",
         "Fintype.equivFin", "Quotient.out", "Denotary.someEquivFin", "Denotary.someIsOpen"),
        CHOICE,
    ),
    **dict.fromkeys(
        ("Real.sSup", "Real.sInf", "tsum", "limUnder", "Function.leftLim", "fderivWithin",
         "gradient", "MeasureTheory.integral", "MeasureTheory.lintegral", "intervalIntegral",
         "ProbabilityTheory.cdf", "Set.Finite.toFinset", "Int.log", "Int.clog", "Matrix.rank",
         "MeasureTheory.eLpNorm", "Metric.infDist", "Metric.infEDist", "EMetric.infEdist",
         "Metric.diam", "gradientWithin", "ContinuousLinearMap.opNorm",
         "Laplacian.laplacian", "Module.finrank", "InnerProductSpace.toDual",
         "ContinuousLinearMap.adjoint", "LinearMap.adjoint"),
        LIMITS,
    ),
    **dict.fromkeys(
        ("closure", "interior", "Filter.atTop", "Filter.atBot", "Filter.principal", "nhds",
         "nhdsWithin", "MeasureTheory.ae", "MeasureTheory.Measure.coe", "MeasureTheory.Measure.map",
         "MeasureTheory.Measure.restrict", "MeasureTheory.Measure.pi", "MeasureTheory.Measure.prod",
         "MeasureTheory.Measure.dirac", "MeasureTheory.Measure.count",
         "MeasureTheory.Measure.withDensity", "Denotary.lebesgue",
         "ProbabilityTheory.gaussianReal", "ProbabilityTheory.stdGaussian", "uniformity",
         "borel", "connectedComponent", "tangentConeAt", "posTangentConeAt",
         *(f"Filter.{name}" for name in
           ("bot", "top", "inf", "sup", "sInf", "sSup", "map", "comap", "cofinite", "prod")),
         *(f"MeasureTheory.Measure.{name}" for name in ("rnDeriv", "smul", "add", "zero"))),
        ABSTRACT,
    ),
    **dict.fromkeys(
        ("Quot.mk", "Quot.lift", "TensorProduct.tmul", "TensorProduct.add", "TensorProduct.smul",
         *(f"Polynomial.{name}" for name in
           ("add", "mul", "constant", "X", "coeff", "eval", "natDegree", "derivative", "aeval",
            "map"))),
        CLASSES,
    ),
    **dict.fromkeys(
        (f"ENNReal.{name}" for name in
         ("ofNNReal", "infinity", "toReal", "toNNReal", "add", "sub", "mul", "inv")),
        EXTENDED,
    ),
    **dict.fromkeys(
        (f"EReal.{name}" for name in
         ("ofReal", "infinity", "toReal", "neg", "add", "mul", "sSup", "sInf")),
        EXTENDED,
    ),
    **dict.fromkeys(
        (f"Float.{name}" for name in
         ("add", "sub", "mul", "div", "neg", "beq", "ofNat", "ofInt", "sqrt", "exp", "log", "cos",
          "sin", "pow", "abs", "floor", "toString",
          "log2", "round", "ceil", "tan", "tanh", "isNaN", "isInf", "isFinite", "toUInt8",
         "toUInt16", "toUInt32", "toUInt64", "toUSize", "toBits", "ofBits", "scaleB")),
        FLOATS,
    ),
    **dict.fromkeys(
        ("IO.println", "IO.print", "IO.FS.writeFile", "Denotary.ioBind", "Denotary.ioPure",
         "Denotary.ioThrow", "Denotary.ioCatch", "IO.mkRef", "IO.Ref.get", "IO.Ref.set",
         "IO.Ref.modify", "IO.eprintln", "IO.eprint", "IO.getEnv", "IO.monoMsNow",
         "IO.monoNanosNow", "IO.rand", "IO.Process.exit", "IO.FS.readFile", "IO.FS.readBinFile",
         "IO.FS.writeBinFile", "IO.FS.createDirAll", "IO.FS.removeFile", "System.FilePath.mk",
         "System.FilePath.toString", "System.FilePath.join", "System.FilePath.pathExists",
         "IO.getStdout", "IO.getStderr", "IO.getStdin", "IO.FS.Stream.flush",
         "IO.FS.Stream.putStr", "IO.FS.Stream.putStrLn", "IO.FS.Stream.getLine",
         "IO.FS.Handle.read", "IO.FS.Handle.write", "IO.FS.Handle.getLine", "IO.FS.Handle.putStr",
         "IO.FS.Handle.putStrLn", "IO.FS.Handle.flush", "IO.FS.Handle.mk", "IO.FS.lines",
         "IO.currentDir", "IO.sleep", "IO.Process.output", "IO.Process.run"),
        EFFECTS,
    ),
    "Loop.forIn": "Lean's own definition is `partial`: nothing follows about how it ends",
}  # fmt: skip
