import type {Node, ObjectMeta} from '../../objects/kubernetes.generated.js';
import type {NodeOptions} from './options.js';

/** A Node in its kubelet's view: before registration it has neither uid nor resource version. */
export type KnownNode = Omit<Node, 'metadata'> & {
	readonly metadata: Pick<ObjectMeta, 'annotations' | 'labels' | 'name'>;
};

/** The node of one kubelet: its description in the scenario, and its Node object in the API. */
export interface OwnNode {
	readonly options: NodeOptions;
	/** The Node as last seen; before the watch has delivered it, as the kubelet registered it or will register it. */
	readonly current: () => KnownNode;
	/** The Node once the watch has delivered it. */
	readonly registered: () => Node | undefined;
}
