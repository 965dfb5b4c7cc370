import type {MountedVolume} from './storage/mounted-volume.js';
import type {Promised} from './allocation/resize.js';
import type {CPUState} from './cpus/static-policy.js';
import type {PreparedClaim} from './devices/prepared-claim.js';
import type {FormerKubelet} from './takeover/former-kubelet.js';

/**
The files of a kubelet on the disk of its node: they outlive the kubelet's process, and a restarted kubelet continues with them.

@mirrors k8s.io/kubernetes/pkg/kubelet/allocation/state, volumemanager/reconciler reconstructVolumes
*/
export class NodeDisk {
	/** The mount table: Pod uid → volumes by name. */
	readonly mounts = new Map<string, Map<string, MountedVolume>>();
	/** The checkpoint of the resources allocated to Pods, by uid. */
	readonly allocations = new Map<string, Promised>();
	/** The CPU manager's state; nothing while its policy is `none`. */
	cpus: CPUState | undefined;
	/** The checkpoint of the prepared devices: `namespace/name` of a ResourceClaim → its devices. */
	readonly prepared = new Map<string, PreparedClaim>();
	/** The Pods that ran here before the simulation: the first kubelet adopts them. */
	former: FormerKubelet | undefined;
}
