"""From a theorem to a verdict: leaves, instances, hypotheses, comparison by noise."""
