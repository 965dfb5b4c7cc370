import type {Node, Pod} from '../../../objects/kubernetes.generated.js';
import {somePodConfigMap, somePodSecret} from '../../../objects/pod-references.js';
import {notFound, RequestFailure} from '../../request/failure.js';
import {objectOf, refuse, type AdmissionAttributes} from '../plugin.js';

const mirrorAnnotation = 'kubernetes.io/config.mirror';

/** A kubelet represents its static Pods by mirror Pods; these may not depend on other API objects. */
export const checkMirrorPod = (node: string, attributes: AdmissionAttributes, own: Node | undefined): void => {
	const pod = objectOf(attributes, 'v1 Pod');
	if (pod.metadata.annotations?.[mirrorAnnotation] === undefined) {
		throw refuse(
			attributes,
			`pod does not have "${mirrorAnnotation}" annotation, node "${node}" can only create mirror pods`,
		);
	}

	if (pod.spec.nodeName !== node) {
		throw refuse(attributes, `node "${node}" can only create pods with spec.nodeName set to itself`);
	}

	checkOwner(node, attributes, pod, own);
	checkReferences(node, attributes, pod);
};

/** The one owner of a mirror Pod is its node. */
const checkOwner = (node: string, attributes: AdmissionAttributes, pod: Pod, own: Node | undefined): void => {
	const [owner, ...others] = pod.metadata.ownerReferences ?? [];
	if (!owner || others.length > 0) {
		throw refuse(
			attributes,
			`node "${node}" can only create pods with ${owner ? 'a single owner reference set to itself' : 'an owner reference set to itself'}`,
		);
	}

	if (owner.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node) {
		throw refuse(attributes, `node "${node}" can only create pods with an owner reference set to itself`);
	}

	if (!owner.controller) {
		throw refuse(attributes, `node "${node}" can only create pods with a controller owner reference set to itself`);
	}

	if (owner.blockOwnerDeletion) {
		throw refuse(attributes, `node "${node}" must not set blockOwnerDeletion on an owner reference`);
	}

	if (!own) {
		throw new RequestFailure(notFound({group: '', plural: 'nodes'}, node));
	}

	if (owner.uid !== own.metadata.uid) {
		throw refuse(attributes, `node ${node} UID mismatch: expected ${owner.uid} got ${own.metadata.uid}`);
	}
};

/** Checks that a mirror Pod does not depend on other API objects. */
const checkReferences = (node: string, attributes: AdmissionAttributes, pod: Pod): void => {
	if (pod.spec.serviceAccountName) {
		throw refuse(attributes, `node "${node}" can not create pods that reference a service account`);
	}

	if (somePodSecret(pod, () => true)) {
		throw refuse(attributes, `node "${node}" can not create pods that reference secrets`);
	}

	if (somePodConfigMap(pod, () => true)) {
		throw refuse(attributes, `node "${node}" can not create pods that reference configmaps`);
	}

	const volumes = pod.spec.volumes ?? [];
	if (volumes.some(({projected}) => (projected?.sources ?? []).some((source) => source.clusterTrustBundle))) {
		throw refuse(attributes, `node "${node}" can not create pods that reference clustertrustbundles`);
	}

	if (volumes.some(({persistentVolumeClaim}) => persistentVolumeClaim)) {
		throw refuse(attributes, `node "${node}" can not create pods that reference persistentvolumeclaims`);
	}
};
