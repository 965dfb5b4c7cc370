import type {Wire} from '../client/wire.js';
import type {Kernel} from '../kernel/kernel.js';
import type {ClusterNodes} from '../node/node.js';
import type {Scenario} from '../scenario/scenario.js';
import type {FaultNames} from '../scenario/faults/parse-fault.js';

/** The parts of a cluster on which faults act. */
export interface FaultGround {
	readonly kernel: Kernel;
	readonly wire: Wire;
	readonly scenario: Pick<Scenario, 'nodes'>;
	readonly nodes: ClusterNodes;
	/** The names that exist now. */
	readonly names: () => FaultNames;
}
