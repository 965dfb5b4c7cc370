import type {Node} from '../../objects/kubernetes.generated.js';
import type {NodeOptions} from './options.js';

/** The node of one kubelet: what the scenario says of it, and its Node object in the API. */
export interface OwnNode {
	readonly options: NodeOptions;
	/** The Node as last seen; before the watch has brought it, as the kubelet registered it or is going to. */
	readonly current: () => Node;
	/** The Node once the watch has brought it. */
	readonly registered: () => Node | undefined;
}
