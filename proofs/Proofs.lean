import Proofs.Foundation.Tensor
import Proofs.Foundation.Batch
import Proofs.Layers.Conv
import Proofs.Layers.Depthwise
import Proofs.Layers.Pointwise
import Proofs.Layers.SqueezeExcite
import Proofs.Layers.BatchNorm
import Proofs.StableHLO.Ops
import Proofs.StableHLO.Bf16Fold
import Proofs.StableHLO.Graph
import Proofs.Sync.Statistics
import Proofs.Sync.Chan
import Proofs.Sync.BatchNorm
import Proofs.Sync.Site
import Proofs.Sync.Shard
import Proofs.EfficientNet.Weights
import Proofs.EfficientNet.Forward
import Proofs.EfficientNet.SyncGraph
import Proofs.EfficientNet.SyncBlockShard
import Proofs.EfficientNet.SyncShard
import Proofs.EfficientNet.SyncDrop
import Proofs.EfficientNet.Graph
import Proofs.EfficientNet.GraphDen

/-!
# Proofs

Statements about data-parallel training with synchronised BatchNorm: what a family of replica
graphs denotes, against the single-device function at the global batch.

* `Foundation`, `Layers`: the functions of a network, over `ℝ`, flat and batched;
* `StableHLO`: graph expressions and their meaning `den`;
* `Sync`: replicas, collectives, synchronised BatchNorm;
* `EfficientNet`: EfficientNet-B0's forward, single-device and data-parallel.
-/
