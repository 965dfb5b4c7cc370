import type {Client} from '../../client/client.js';
import {ApiError} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {DownwardAPIVolumeFile, KeyToPath, Pod, VolumeProjection} from '../../objects/kubernetes.generated.js';
import {nestedString} from '../../objects/unstructured.js';
import {fieldValue, resourceValue} from '../containers/downward-api.js';
import {decodeBase64} from '../containers/environment.js';
import type {ObjectCache} from '../containers/object-cache.js';
import type {OwnNode} from '../node/own-node.js';
import {podKey} from '../node/pod-names.js';
import {MountFailure} from '../storage/mount-failure.js';

/** What is in a volume, by path; of a secret only how long it is. */
export type Files = Readonly<Record<string, string>>;

/** Which keys of an object become files; `undefined` for all keys, under their own names. */
interface Selection {
	readonly items?: readonly KeyToPath[];
	readonly optional?: boolean;
}

const chosen = (kind: 'configmap' | 'secret', data: Files, {items, optional}: Selection): Files => {
	if (!items) {
		return data;
	}

	const files: Record<string, string> = {};
	for (const {key, path} of items) {
		const text = data[key];
		if (text !== undefined) {
			files[path] = text;
		} else if (!optional) {
			throw new MountFailure(
				`${kind === 'configmap' ? 'configmap references non-existent config key' : 'references non-existent secret key'}: ${key}`,
			);
		}
	}

	return files;
};

/** The files of volumes that show objects of the API. */
export class VolumeFiles {
	constructor(
		readonly client: Client,
		readonly objects: ObjectCache,
		readonly node: OwnNode,
	) {}

	/** @throws {MountFailure} when the config map, or one of its keys, does not exist. */
	*configMap(pod: Pod, name: string, selection: Selection): Routine<Files> {
		const object = yield* this.objects.configMap(pod.metadata.namespace, name);
		if (!object && !selection.optional) {
			throw new MountFailure(`configmap "${name}" not found`);
		}

		return chosen('configmap', object?.data ?? {}, selection);
	}

	/** @throws {MountFailure} when the secret, or one of its keys, does not exist. */
	*secret(pod: Pod, name: string, selection: Selection): Routine<Files> {
		const object = yield* this.objects.secret(pod.metadata.namespace, name);
		if (!object && !selection.optional) {
			throw new MountFailure(`secret "${name}" not found`);
		}

		const sizes = Object.fromEntries(
			Object.entries(object?.data ?? {}).map(([key, value]) => [key, `(${decodeBase64(value).length} bytes)`]),
		);
		return chosen('secret', sizes, selection);
	}

	downwardAPI(pod: Pod, items: readonly DownwardAPIVolumeFile[]): Files {
		const addresses = {podIP: pod.status?.podIP ?? '', hostIP: this.node.options.address};
		const [first] = pod.spec.containers;
		const files: Record<string, string> = {};
		for (const {path, fieldRef, resourceFieldRef} of items) {
			if (fieldRef) {
				files[path] = fieldValue(pod, fieldRef, addresses);
			} else if (resourceFieldRef && first) {
				files[path] = resourceValue(pod, first, resourceFieldRef, this.node.current());
			}
		}

		return files;
	}

	*projected(pod: Pod, sources: readonly VolumeProjection[]): Routine<Files> {
		const files: Record<string, string> = {};
		for (const source of sources) {
			Object.assign(files, yield* this.#projection(pod, source));
		}

		return files;
	}

	*#projection(pod: Pod, {configMap, secret, downwardAPI, serviceAccountToken}: VolumeProjection): Routine<Files> {
		if (configMap) {
			return yield* this.configMap(pod, configMap.name ?? '', configMap);
		}

		if (secret) {
			return yield* this.secret(pod, secret.name ?? '', secret);
		}

		if (downwardAPI) {
			return this.downwardAPI(pod, downwardAPI.items ?? []);
		}

		return serviceAccountToken ? {[serviceAccountToken.path]: yield* this.#token(pod, serviceAccountToken)} : {};
	}

	/** A token for the Pod's service account, bound to the Pod: it is worth nothing when the Pod is gone. */
	*#token(
		pod: Pod,
		{audience, expirationSeconds = 3600}: NonNullable<VolumeProjection['serviceAccountToken']>,
	): Routine<string> {
		const {name, namespace, uid} = pod.metadata;
		const account = pod.spec.serviceAccountName || 'default';
		const boundObjectRef = {apiVersion: 'v1', kind: 'Pod', name, uid};
		const request = {
			apiVersion: 'authentication.k8s.io/v1',
			kind: 'TokenRequest',
			metadata: {name: account, namespace},
			spec: {audiences: audience ? [audience] : [], expirationSeconds, boundObjectRef},
		};
		try {
			yield* note(
				'kubelet.volumes',
				{case: 'token', serviceAccount: account, audience, expirationSeconds, boundObjectRef},
				{object: podKey(pod)},
			);
			const answer = yield* this.client.createSubresource('serviceaccounts', namespace, account, 'token', request);
			return `(${(nestedString(answer, 'status', 'token') ?? '').length} bytes)`;
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			throw new MountFailure(`failed to fetch token: ${error.message}`);
		}
	}
}
