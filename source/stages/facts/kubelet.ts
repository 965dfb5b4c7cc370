import type {ContainerFacts} from './kubelet/containers.js';
import type {DeviceFacts} from './kubelet/devices.js';
import type {NodeFacts} from './kubelet/node.js';
import type {PodFacts} from './kubelet/pods.js';
import type {RuntimeFacts} from './kubelet/runtime.js';
import type {VolumeFacts} from './kubelet/volumes.js';

/** Facts of the stops in kubelet. */
export interface KubeletFacts extends NodeFacts, PodFacts, ContainerFacts, DeviceFacts, VolumeFacts, RuntimeFacts {}
