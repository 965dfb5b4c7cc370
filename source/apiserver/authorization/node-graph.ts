import type {PersistentVolume, Pod} from '../../objects/kubernetes.generated.js';
import {somePodConfigMap, somePodSecret} from '../../objects/pod-references.js';
import type {Reader} from '../storage/reader.js';
import {RecentMap} from '../../kernel/memoised.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

const mirrorAnnotation = 'kubernetes.io/config.mirror';

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
	serviceaccounts: (pod, name) => pod.spec.serviceAccountName === name,
	resourceclaims: (pod, name) =>
		(pod.spec.resourceClaims ?? []).some(
			({name: entry, resourceClaimName, resourceClaimTemplateName}) =>
				resourceClaimName === name ||
				(resourceClaimTemplateName !== undefined &&
					(pod.status?.resourceClaimStatuses ?? []).some(
						(made) => made.name === entry && made.resourceClaimName === name,
					)),
		) || pod.status?.extendedResourceClaimStatus?.resourceClaimName === name,
};

/** Names of the Pods that proved a relationship before: checked first, so that a kubelet's usual request costs one lookup. */
const proofs = new WeakMap<Reader, RecentMap<string, string>>();
const mostProofs = 100_000;

const podLeadsTo = (reader: Reader, node: string, resource: string, namespace: string, name: string): boolean => {
	const known = getOrInsert(proofs, reader, () => new RecentMap(mostProofs));
	const test = refers[resource]!;
	const key = `${node} ${resource} ${namespace}/${name}`;
	// A mirror Pod grants no access: otherwise any user with a file on the node could read any Secret.
	const holds = (pod: Pod | undefined): boolean =>
		pod?.spec.nodeName === node && pod.metadata.annotations?.[mirrorAnnotation] === undefined && test(pod, name);
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

const volumeLeadsTo = (reader: Reader, node: string, {spec}: PersistentVolume): boolean => {
	const {namespace, name} = spec.claimRef ?? {};
	return (
		namespace !== undefined && name !== undefined && podLeadsTo(reader, node, 'persistentvolumeclaims', namespace, name)
	);
};

interface SecretReference {
	readonly namespace?: string;
	readonly name?: string;
}

/** The Secrets that a kubelet needs to mount a volume. @mirrors pvutil.VisitPVSecretNames */
const volumeSecrets = ({spec}: PersistentVolume): readonly SecretReference[] => {
	const claimed = spec.claimRef?.namespace;
	const {azureFile, cephfs, cinder, csi, flexVolume, iscsi, rbd, scaleIO, storageos} = spec;
	const near = [cephfs, flexVolume, iscsi, rbd, scaleIO].map((source) => source?.secretRef);
	return [
		...(azureFile ? [{namespace: azureFile.secretNamespace || claimed, name: azureFile.secretName}] : []),
		...near.flatMap((reference) =>
			reference ? [{namespace: reference.namespace || claimed, name: reference.name}] : [],
		),
		...[
			cinder?.secretRef,
			storageos?.secretRef,
			csi?.nodePublishSecretRef,
			csi?.nodeStageSecretRef,
			csi?.nodeExpandSecretRef,
		].flatMap((reference) => reference ?? []),
	];
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
			const volume = reader.get('persistentvolumes', undefined, name);
			return volume !== undefined && volumeLeadsTo(reader, node, volume);
		}

		case 'secrets': {
			return (
				podLeadsTo(reader, node, resource, namespace, name) ||
				reader
					.list('persistentvolumes')
					.some(
						(volume) =>
							volumeSecrets(volume).some((secret) => secret.namespace === namespace && secret.name === name) &&
							volumeLeadsTo(reader, node, volume),
					)
			);
		}

		case 'resourceslices': {
			return reader.get('resourceslices.resource.k8s.io', undefined, name)?.spec.nodeName === node;
		}

		case 'volumeattachments': {
			return reader.get('volumeattachments.storage.k8s.io', undefined, name)?.spec.nodeName === node;
		}

		default: {
			return refers[resource] !== undefined && podLeadsTo(reader, node, resource, namespace, name);
		}
	}
};
