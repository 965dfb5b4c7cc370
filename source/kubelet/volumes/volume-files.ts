import {podIPsOf} from '../../objects/pod.js';
import type {Client} from '../../client/client.js';
import {ApiError} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {
	DownwardAPIVolumeFile,
	KeyToPath,
	Pod,
	Volume,
	VolumeProjection,
} from '../../objects/kubernetes.generated.js';
import {nestedString} from '../../objects/unstructured.js';
import {fieldValue, resourceValue} from '../containers/downward-api.js';
import {decodeBase64} from '../containers/environment.js';
import type {ObjectCache} from '../containers/object-cache.js';
import type {OwnNode} from '../node/own-node.js';
import {podKey} from '../node/pod-names.js';
import type {PublishedFile} from '../../host/host-files.js';
import {MountFailure} from '../storage/mount-failure.js';

/** A file of a volume. */
export interface VolumeFile extends PublishedFile {
	/** Whether only its length may be shown. */
	readonly isSecret?: true;
}

/** The contents of a volume, by path. */
export type VolumeContent = Readonly<Record<string, VolumeFile>>;

/** The contents of a volume, by path; of a secret only the length. */
export type Files = Readonly<Record<string, string>>;

export const shownFiles = (content: VolumeContent): Files =>
	Object.fromEntries(
		Object.entries(content).map(([path, {text, isSecret}]) => [path, isSecret ? `(${text.length} bytes)` : text]),
	);

/** The keys of an object that become files; `undefined` for all keys, under their own names. */
interface Selection {
	readonly items?: readonly KeyToPath[];
	readonly optional?: boolean;
	/** The mode of files without their own. */
	readonly defaultMode?: number;
}

/** The Pod, and the source of an existing token. */
interface Place {
	readonly pod: Pod;
	readonly known?: VolumeContent;
}

const usualMode = 0o644;

const chosen = (
	kind: 'configmap' | 'secret',
	data: Files,
	{items, optional, defaultMode = usualMode}: Selection,
): VolumeContent => {
	const secret = kind === 'secret' ? {isSecret: true as const} : {};
	if (!items) {
		return Object.fromEntries(Object.entries(data).map(([key, text]) => [key, {text, mode: defaultMode, ...secret}]));
	}

	const files: Record<string, VolumeFile> = {};
	for (const {key, path, mode = defaultMode} of items) {
		const text = data[key];
		if (text !== undefined) {
			files[path] = {text, mode, ...secret};
		} else if (!optional) {
			throw new MountFailure(
				`${kind === 'configmap' ? 'configmap references non-existent config key' : 'references non-existent secret key'}: ${key}`,
			);
		}
	}

	return files;
};

const decoded = (data: Files | undefined): Files =>
	Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [key, decodeBase64(value)]));

/** The user of all containers of a Pod, if it is the same. @mirrors k8s.io/kubernetes/pkg/volume/util FsUserFrom */
const onlyUser = ({spec}: Pod): number | undefined => {
	const users = new Set(
		[...(spec.initContainers ?? []), ...spec.containers].map(
			({securityContext}) => securityContext?.runAsUser ?? spec.securityContext?.runAsUser,
		),
	);
	const [user] = users;
	return users.size === 1 ? user : undefined;
};

/** The files of volumes that show objects of the API. */
export class VolumeFiles {
	constructor(
		readonly client: Client,
		readonly objects: ObjectCache,
		readonly node: OwnNode,
	) {}

	/**
	@param known the volume's current content: a token in it is not requested again.
	@returns `undefined` for a volume of another kind.
	@throws {MountFailure} when an object, or one of its keys, does not exist.
	*/
	*content(
		pod: Pod,
		{configMap, secret, downwardAPI, projected}: Volume,
		known?: VolumeContent,
	): Routine<VolumeContent | undefined> {
		if (configMap) {
			return yield* this.#configMap(pod, configMap.name ?? '', configMap);
		}

		if (secret) {
			return yield* this.#secret(pod, secret.secretName ?? '', secret);
		}

		if (downwardAPI) {
			return this.#downwardAPI(pod, downwardAPI.items ?? [], downwardAPI.defaultMode);
		}

		return projected ? yield* this.#projected({pod, known}, projected.sources ?? [], projected.defaultMode) : undefined;
	}

	*#configMap(pod: Pod, name: string, selection: Selection): Routine<VolumeContent> {
		const object = yield* this.objects.configMap(pod, name);
		if (!object && !selection.optional) {
			throw new MountFailure(`configmap "${name}" not found`);
		}

		return chosen('configmap', {...object?.data, ...decoded(object?.binaryData)}, selection);
	}

	*#secret(pod: Pod, name: string, selection: Selection): Routine<VolumeContent> {
		const object = yield* this.objects.secret(pod, name);
		if (!object && !selection.optional) {
			throw new MountFailure(`secret "${name}" not found`);
		}

		return chosen('secret', decoded(object?.data), selection);
	}

	#downwardAPI(pod: Pod, items: readonly DownwardAPIVolumeFile[], defaultMode = usualMode): VolumeContent {
		const addresses = {podIPs: podIPsOf(pod), hostIPs: this.node.options.addresses};
		const files: Record<string, VolumeFile> = {};
		for (const {path, fieldRef, resourceFieldRef, mode = defaultMode} of items) {
			const container =
				pod.spec.containers.find(({name}) => name === resourceFieldRef?.containerName) ?? pod.spec.containers[0];
			if (fieldRef) {
				files[path] = {text: fieldValue(pod, fieldRef, addresses), mode};
			} else if (resourceFieldRef && container) {
				files[path] = {text: resourceValue(pod, container, resourceFieldRef, this.node.current()), mode};
			}
		}

		return files;
	}

	*#projected(
		place: Place,
		sources: readonly VolumeProjection[],
		defaultMode: number | undefined,
	): Routine<VolumeContent> {
		const files: Record<string, VolumeFile> = {};
		for (const source of sources) {
			Object.assign(files, yield* this.#projection(place, source, defaultMode));
		}

		return files;
	}

	*#projection(
		place: Place,
		{configMap, secret, downwardAPI, serviceAccountToken}: VolumeProjection,
		defaultMode: number | undefined,
	): Routine<VolumeContent> {
		const {pod, known} = place;
		if (configMap) {
			return yield* this.#configMap(pod, configMap.name ?? '', {...configMap, defaultMode});
		}

		if (secret) {
			return yield* this.#secret(pod, secret.name ?? '', {...secret, defaultMode});
		}

		if (downwardAPI) {
			return this.#downwardAPI(pod, downwardAPI.items ?? [], defaultMode);
		}

		if (!serviceAccountToken) {
			return {};
		}

		const {path} = serviceAccountToken;
		const uid = onlyUser(pod);
		const isOwned = uid !== undefined || pod.spec.securityContext?.fsGroup !== undefined;
		const mode = isOwned ? 0o600 : (defaultMode ?? usualMode);
		// Simplified: a token is not asked for again while the Pod lives.
		const text = known?.[path]?.text ?? (yield* this.#token(pod, serviceAccountToken));
		return {[path]: {text, mode, isSecret: true, ...(uid === undefined ? {} : {uid})}};
	}

	/** A token for the Pod's service account, bound to the Pod: it is worthless after the Pod's deletion. */
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
			return nestedString(answer, 'status', 'token') ?? '';
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			throw new MountFailure(`failed to fetch token: ${error.message}`);
		}
	}
}
