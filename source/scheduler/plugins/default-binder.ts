import type {Client} from '../../client/client.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {Routine} from '../../kernel/routine.js';

/** The Binding object with a Pod's node. */
export const bindingFor = (pod: Pod, node: string) => ({
	apiVersion: 'v1',
	kind: 'Binding',
	metadata: {namespace: pod.metadata.namespace, name: pod.metadata.name, uid: pod.metadata.uid},
	target: {kind: 'Node', name: node},
});

/** POSTs a Binding to the Pod's `binding` subresource; the apiserver then sets `spec.nodeName`. */
export function* defaultBinder(client: Client, binding: ReturnType<typeof bindingFor>): Routine<unknown> {
	const {namespace, name} = binding.metadata;
	return yield* client.createSubresource('pods', namespace, name, 'binding', binding);
}
