import type {Device} from '../../../objects/kubernetes.generated.js';

/** A call of a driver's plug-in for one claim. */
interface DriverCall {
	readonly driver: string;
	readonly node: string;
	/** Name of the ResourceClaim, and its uid. */
	readonly claim: string;
	readonly uid: string;
	/** Names of the devices. */
	readonly devices: readonly string[];
}

/** Facts of the drivers of devices on nodes. */
export interface DeviceFacts {
	'dra.driver':
		| {
				readonly case: 'start';
				readonly driver: string;
				readonly node: string;
				/** The names of the node's devices. */
				readonly devices: readonly string[];
		  }
		| {readonly case: 'publish'; readonly driver: string; readonly node: string; readonly devices: readonly Device[]}
		| {readonly case: 'refused'; readonly driver: string; readonly node: string; readonly message: string};
	'dra.NodePrepareResources': DriverCall;
	'dra.NodeUnprepareResources': DriverCall;
}
