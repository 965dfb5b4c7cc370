/** Facts of the stops in kubelet. */
export interface KubeletFacts {}
