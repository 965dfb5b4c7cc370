import type {Pod} from '../../../objects/kubernetes.generated.js';
import {notFound, RequestFailure} from '../../request/failure.js';
import {objectOf, oldObjectOf, refuse} from '../plugin.js';
import type {NodeCheck} from './check.js';
import {checkMirrorPod} from './mirror-pod.js';

/** A kubelet may create mirror Pods of its static Pods, write the status of the Pods on its node, and delete them. */
export const checkPods: NodeCheck = (node, attributes, {reader}) => {
	const {operation, subresource, name, namespace} = attributes;
	const bound = () => (attributes.oldObject ? oldObjectOf(attributes, 'v1 Pod') : reader.get('pods', namespace, name));
	switch (`${operation} ${subresource}`) {
		case 'CREATE ': {
			return checkMirrorPod(node, attributes, reader.get('nodes', undefined, node));
		}

		case 'DELETE ': {
			const pod = bound();
			if (pod && pod.spec.nodeName !== node) {
				throw refuse(attributes, `node "${node}" can only delete pods with spec.nodeName set to itself`);
			}

			return;
		}

		case 'UPDATE status': {
			const old = bound();
			if (old && old.spec.nodeName !== node) {
				throw refuse(attributes, `node "${node}" can only update pod status for pods with spec.nodeName set to itself`);
			}

			const [before, after] = [old?.metadata.labels ?? {}, attributes.object?.metadata.labels ?? {}];
			if (old && before !== after && JSON.stringify(sorted(before)) !== JSON.stringify(sorted(after))) {
				throw refuse(attributes, `node "${node}" cannot update labels through pod status`);
			}

			if (old && claimStatuses(old) !== claimStatuses(objectOf(attributes, 'v1 Pod'))) {
				throw refuse(attributes, `node "${node}" cannot update resource claim statues`);
			}

			return;
		}

		case 'CREATE eviction': {
			if (name === '') {
				throw refuse(attributes, 'could not determine pod from request data');
			}

			const pod = reader.get('pods', namespace, name);
			if (!pod) {
				throw new RequestFailure(notFound({group: '', plural: 'pods'}, name));
			}

			if (pod.spec.nodeName !== node) {
				throw refuse(attributes, `node ${node} can only evict pods with spec.nodeName set to itself`);
			}

			return;
		}

		default: {
			throw refuse(
				attributes,
				subresource === ''
					? `unexpected operation "${operation}", node "${node}" can only create and delete mirror pods`
					: `unexpected pod subresource "${subresource}", only 'status' and 'eviction' are allowed`,
			);
		}
	}
};

/** The sources of a Pod's devices, in one word: the controller decides on these claims, not the kubelet. */
const claimStatuses = ({status}: Pod): string =>
	(status?.resourceClaimStatuses ?? [])
		.map(({name, resourceClaimName}) => `${name}=${resourceClaimName ?? ''}`)
		.join(' ');

const sorted = (labels: Readonly<Record<string, string>>): unknown =>
	Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
