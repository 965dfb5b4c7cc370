import type {Pod} from '../../objects/kubernetes.generated.js';
import {somePodConfigMap, somePodSecret} from '../../objects/pod-references.js';
import type {Reader} from '../reader.js';

type Refers = (pod: Pod, name: string) => boolean;

const mountsConfigMap: Refers = (pod, name) => somePodConfigMap(pod, (candidate) => candidate === name);

const mountsSecret: Refers = (pod, name) => somePodSecret(pod, (candidate) => candidate === name);

/** An ephemeral volume's claim is named after the Pod and the volume. */
const mountsClaim: Refers = (pod, name) =>
	(pod.spec.volumes ?? []).some(
		(volume) =>
			volume.persistentVolumeClaim?.claimName === name ||
			(volume.ephemeral !== undefined && `${pod.metadata.name}-${volume.name}` === name),
	);

const refers: Readonly<Record<string, Refers>> = {
	configmaps: mountsConfigMap,
	secrets: mountsSecret,
	persistentvolumeclaims: mountsClaim,
	serviceaccounts: (pod, name) => (pod.spec.serviceAccountName ?? 'default') === name,
	resourceclaims: (pod, name) =>
		(pod.spec.resourceClaims ?? []).some((claim) => claim.resourceClaimName === name) ||
		(pod.status?.resourceClaimStatuses ?? []).some((claim) => claim.resourceClaimName === name),
};

/** Names of the Pods that proved a relationship before: asked first, so that a kubelet's usual question costs one look. */
const proofs = new WeakMap<Reader, Map<string, string>>();

const podLeadsTo = (reader: Reader, node: string, resource: string, namespace: string, name: string): boolean => {
	let known = proofs.get(reader);
	if (!known) {
		known = new Map();
		proofs.set(reader, known);
	}

	const test = refers[resource]!;
	const key = `${node} ${resource} ${namespace}/${name}`;
	const holds = (pod: Pod | undefined): boolean => pod?.spec.nodeName === node && test(pod, name);
	const proof = known.get(key);
	if (proof !== undefined && holds(reader.get('pods', namespace, proof))) {
		return true;
	}

	const pod = reader.list('pods', namespace).find((candidate) => holds(candidate));
	if (pod) {
		known.set(key, pod.metadata.name!);
	}

	return pod !== undefined;
};

/**
Whether a path leads from the node to the object: the Pod is bound to it, or a Pod bound to it refers to the object.

@mirrors NodeAuthorizer.hasPathFrom
*/
export const related = (reader: Reader, node: string, resource: string, namespace: string, name: string): boolean => {
	switch (resource) {
		case 'pods': {
			return reader.get('pods', namespace, name)?.spec.nodeName === node;
		}

		case 'persistentvolumes': {
			const claim = reader.get('persistentvolumes', undefined, name)?.spec.claimRef;
			return (
				claim?.namespace !== undefined &&
				claim.name !== undefined &&
				podLeadsTo(reader, node, 'persistentvolumeclaims', claim.namespace, claim.name)
			);
		}

		case 'volumeattachments': {
			return reader.get('volumeattachments.storage.k8s.io', undefined, name)?.spec.nodeName === node;
		}

		default: {
			return refers[resource] !== undefined && podLeadsTo(reader, node, resource, namespace, name);
		}
	}
};
