import Proofs.Foundation.Tensor
import Proofs.Foundation.Batch
import Proofs.Foundation.Derivative
import Proofs.Layers.Conv
import Proofs.Layers.ConvBack
import Proofs.Layers.Depthwise
import Proofs.Layers.Pointwise
import Proofs.Layers.PointwiseBack
import Proofs.Layers.Pool
import Proofs.Layers.SqueezeExcite
import Proofs.Layers.BatchNorm
import Proofs.Layers.BatchNormBack
import Proofs.Layers.ConvBN
import Proofs.StableHLO.Ops
import Proofs.StableHLO.Bf16Fold
import Proofs.StableHLO.Graph
import Proofs.Sync.Statistics
import Proofs.Sync.Chan
import Proofs.Sync.BatchNorm
import Proofs.Sync.Site
import Proofs.Sync.Shard
import Proofs.Sync.ConvBN
import Proofs.Sync.BatchNormBack
import Proofs.Sync.BackSite
import Proofs.Sync.GradMean
import Proofs.Sync.Loss
import Proofs.EfficientNet.Weights
import Proofs.EfficientNet.Forward
import Proofs.EfficientNet.SyncGraph
import Proofs.EfficientNet.SyncBlockShard
import Proofs.EfficientNet.SyncShard
import Proofs.EfficientNet.SyncDrop
import Proofs.EfficientNet.Graph
import Proofs.EfficientNet.GraphDen
import Proofs.ResNet50.Weights
import Proofs.ResNet50.Forward
import Proofs.ResNet50.Saved
import Proofs.ResNet50.Backward
import Proofs.ResNet50.Certified
import Proofs.ResNet50.SyncGraph
import Proofs.ResNet50.SyncShard
import Proofs.ResNet50.SyncBack
import Proofs.ResNet50.StepTie
import Proofs.ResNet50.Steps
import Proofs.ResNet50.Tied
import Proofs.ResNet50.SyncTie

/-!
# Proofs

Statements about data-parallel training with synchronised BatchNorm: what a family of replica
graphs denotes, against the single-device function at the global batch.

* `Foundation`, `Layers`: the functions of a network, over `ℝ`, flat and batched;
* `StableHLO`: graph expressions and their meaning `den`;
* `Sync`: replicas, collectives, synchronised BatchNorm;
* `EfficientNet`: EfficientNet-B0's forward, single-device and data-parallel;
* `ResNet50`: ResNet-50's forward and its whole training step, single-device and data-parallel.
-/
