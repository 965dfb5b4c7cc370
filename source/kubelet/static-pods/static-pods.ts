import {decodeFields} from '../../registry/decode/decode.js';
import {formatErrors} from '../../objects/field-error.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {qosClass} from '../../objects/pod.js';
import {somePodConfigMap, somePodSecret} from '../../objects/pod-references.js';
import {intakeOfKind} from '../../registry/intake.js';
import {isRecord} from '../../kernel/record.js';
import {isKind, isObject} from '../../objects/kubernetes-object.js';
import {annotation} from '../node/pod-source.js';

/** The result of reading a manifest file of the node: a Pod, or why it is not a Pod. */
export type ReadManifest = {readonly pod: Pod} | {readonly problem: string};

const prime = (1n << 88n) + 0x13bn;

/** FNV-1a of 128 bits as 32 hexadecimal digits. */
const fnv128a = (text: string): string => {
	let hash = 0x6c62272e07bb014262b821756295c58dn;
	for (const byte of new TextEncoder().encode(text)) {
		hash = BigInt.asUintN(128, (hash ^ BigInt(byte)) * prime);
	}

	return hash.toString(16).padStart(32, '0');
};

type Volume = NonNullable<Pod['spec']['volumes']>[number];
type ProjectedSource = NonNullable<NonNullable<Volume['projected']>['sources']>[number];

const volumeReference = (volume: Volume): string | undefined => {
	const whole: ReadonlyArray<readonly [keyof Volume, string]> = [
		['configMap', 'configmaps (via configmap volumes)'],
		['secret', 'secrets (via secret volumes)'],
		['csi', 'csidrivers (via CSI volumes)'],
		['glusterfs', 'endpoints (via glusterFS volumes)'],
		['persistentVolumeClaim', 'persistentvolumeclaims'],
		['ephemeral', 'persistentvolumeclaims (via ephemeral volumes)'],
		['azureFile', 'secrets (via azureFile volumes)'],
	];
	const found = whole.find(([field]) => volume[field]);
	if (found) {
		return found[1];
	}

	const projected: ReadonlyArray<readonly [keyof ProjectedSource, string]> = [
		['configMap', 'configmaps (via projected volumes)'],
		['secret', 'secrets (via projected volumes)'],
		['serviceAccountToken', 'serviceaccounts (via projected volumes)'],
		['clusterTrustBundle', 'clustertrustbundles'],
		['podCertificate', 'podcertificates'],
	];
	for (const source of volume.projected?.sources ?? []) {
		const reference = projected.find(([field]) => source[field]);
		if (reference) {
			return reference[1];
		}
	}

	return undefined;
};

/**
The first API object to which a Pod refers; a static Pod may not have one.

@mirrors podutil.HasAPIObjectReference
*/
export const apiReference = (pod: Pod): string | undefined => {
	const {spec} = pod;
	if (spec.serviceAccountName) {
		return 'serviceaccounts';
	}

	if (somePodSecret(pod, () => true)) {
		return 'secrets';
	}

	if (somePodConfigMap(pod, () => true)) {
		return 'configmaps';
	}

	if (spec.resourceClaims?.length) {
		return 'resourceclaims';
	}

	for (const volume of spec.volumes ?? []) {
		const reference = volumeReference(volume);
		if (reference !== undefined) {
			return reference;
		}
	}

	return undefined;
};

/** The path of a manifest for the kubelet, by its place in the scenario's list. */
export const manifestPath = (manifest: unknown, index: number): string => {
	const name = isRecord(manifest) && isRecord(manifest['metadata']) ? manifest['metadata']['name'] : undefined;
	return `/etc/kubernetes/manifests/${typeof name === 'string' && /^[\w.-]+$/.test(name) ? name : `manifest-${index + 1}`}.yaml`;
};

/**
Turns a manifest on a node's disk into the Pod that its kubelet runs.

@param seen when the kubelet read it, in microseconds.
@mirrors k8s.io/kubernetes/pkg/kubelet/config tryDecodeSinglePod, applyDefaults
*/
export const readStaticPod = (manifest: unknown, path: string, node: string, seen: string): ReadManifest => {
	const unread = (why: string): ReadManifest => ({
		problem: `${path}: couldn't parse as pod(${why}), please check config file`,
	});
	if (!isRecord(manifest) || manifest['apiVersion'] !== 'v1' || manifest['kind'] !== 'Pod') {
		return unread('invalid pod: its manifest is of another kind');
	}

	const {object, error} = decodeFields(manifest, 'v1', 'Pod', 'Ignore');
	if (error !== undefined) {
		return unread(error);
	}

	const intake = intakeOfKind('v1', 'Pod');
	const decoded = isObject(object) ? intake.setDefaults(object) : undefined;
	if (!decoded || !isKind(decoded, 'v1 Pod') || !decoded.metadata.name) {
		return {problem: 'invalid pod: name is needed for the pod'};
	}

	const {metadata, spec} = decoded;

	// Simplified: the hash is of the manifest's JSON; upstream's is of how Go prints the structure.
	const uid = metadata.uid || fnv128a(`${JSON.stringify(manifest)}host:${node}file:${path}`);
	const pod: Pod = {
		...decoded,
		metadata: {
			...metadata,
			uid,
			name: `${metadata.name}-${node.toLowerCase()}`,
			namespace: metadata.namespace || 'default',
			annotations: {
				...metadata.annotations,
				[annotation.hash]: uid,
				// Go's RFC3339Nano ends with its last digit that is not zero.
				[annotation.seen]: seen.replace(/\.?0*Z$/, 'Z'),
				[annotation.source]: 'file',
			},
		},
		spec: {
			...spec,
			nodeName: node,
			tolerations: [
				...(spec?.tolerations ?? []).filter(
					({key, operator, effect, value}) => key || value || operator !== 'Exists' || effect !== 'NoExecute',
				),
				{operator: 'Exists', effect: 'NoExecute'},
			],
		},
		status: {phase: 'Pending', qosClass: qosClass(decoded)},
	};
	const errors = intake.validateCreate(pod);
	if (errors.length > 0) {
		return {problem: `invalid pod: ${formatErrors(errors)}`};
	}

	const reference = apiReference(pod);
	return reference === undefined ? {pod} : {problem: `static pods may not reference ${reference}`};
};
