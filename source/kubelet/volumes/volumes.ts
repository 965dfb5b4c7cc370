import {ApiError} from '../../client/errors.js';
import {active, frame, note, take, type Routine} from '../../kernel/routine.js';
import type {ConfigMap, Pod, Secret, Volume, VolumeProjection} from '../../objects/kubernetes.generated.js';
import {podDirectory} from '../containers/container-config.js';
import {isEnding, podKey, podName, type KubeletContext, type MountedVolume, type PodRecord} from '../context.js';
import {decodeBase64, fieldValue, resourceValue} from '../containers/environment.js';
import {claimVolume, unmountCSI} from '../storage/claim.js';
import {MountFailure} from '../storage/mount-failure.js';

/** What is in a volume, by path; of a secret only how long it is. */
type Files = Readonly<Record<string, string>>;

const firstPauseMs = 500;
const lastPauseMs = 122_000;
const patientTries = 3;

/**
Mounts all volumes of a Pod, and waits while one cannot be.

Simplified: the Pod's worker does it, one volume after the other; upstream a reconciler of the whole node does and the worker waits.

@returns `false`: the Pod is to end before all are mounted.
@see https://kubernetes.io/docs/concepts/storage/volumes/
*/
export function* mountVolumes(context: KubeletContext, record: PodRecord): Routine<boolean> {
	const {kernel, recorder} = context;
	const {pod} = record;
	const volumes = pod.spec.volumes ?? [];
	if (volumes.length === 0) {
		return true;
	}

	let pauseMs = firstPauseMs;
	for (let tries = 1; ; tries++) {
		const failures = yield* frame({name: `volumes of ${podName(pod)}`}, mountMissing(context, record, volumes));
		if (failures === 0) {
			yield* note(
				'kubelet.volumes',
				`All ${volumes.length} volumes of ${podName(pod)} are mounted.`,
				{volumes: volumes.map(({name}) => name)},
				{object: podKey(pod)},
			);
			return true;
		}

		const untilMs = kernel.now + pauseMs;
		while (kernel.now < untilMs) {
			const update = yield* take(record.mailbox, {timeoutMs: untilMs - kernel.now, periodic: tries > patientTries});
			if (isEnding(record)) {
				yield* active();
				yield* note(
					'kubelet.volumes',
					`${podName(pod)} is to end; the kubelet no longer waits for its volumes.`,
					{},
					{object: podKey(pod)},
				);
				return false;
			}

			if (update === undefined) {
				break;
			}
		}

		pauseMs = Math.min(lastPauseMs, pauseMs * 2);
		if (tries === 9) {
			const unmounted = volumes.filter(({name}) => !record.volumes.has(name)).map(({name}) => name);
			yield* recorder.event(
				pod,
				'Warning',
				'FailedMount',
				`Unable to attach or mount volumes: unmounted volumes=[${unmounted.join(' ')}], unattached volumes=[], failed to process volumes=[]: timed out waiting for the condition`,
			);
		}
	}
}

function* mountMissing(context: KubeletContext, record: PodRecord, volumes: readonly Volume[]): Routine<number> {
	const {kernel, options, recorder} = context;
	const {pod} = record;
	const object = podKey(pod);
	let failures = 0;
	for (const volume of volumes) {
		if (record.volumes.has(volume.name)) {
			continue;
		}

		try {
			const {mounted, files, plugin, ...more} = yield* setUp(context, record, volume);
			record.volumes.set(volume.name, mounted);
			kernel.ledger.write(`/nodes/${options.node.name}/volumes/${pod.metadata.uid}/${volume.name}`, {
				pod: podName(pod),
				plugin,
				path: mounted.hostPath,
				...(files ? {files} : {}),
				...more,
			});
			yield* note(
				'kubelet.volumes',
				`MountVolume.SetUp succeeded for volume ${volume.name} of ${podName(pod)}: ${plugin} at ${mounted.hostPath}${files ? ` with ${Object.keys(files).join(', ') || 'no files'}` : ''}.`,
				{volume, plugin, path: mounted.hostPath, files},
				{object},
			);
		} catch (error) {
			if (!(error instanceof MountFailure) && !(error instanceof ApiError)) {
				throw error;
			}

			failures++;
			const {reason = 'FailedMount', full = `MountVolume.SetUp failed for volume "${volume.name}" : ${error.message}`} =
				error instanceof MountFailure ? error : {};
			yield* recorder.event(pod, 'Warning', reason, full);
			yield* note(
				'kubelet.volumes',
				`${full}. It is tried again.`,
				{volume: volume.name, reason, message: full},
				{object, outcome: 'failed'},
			);
		}
	}

	return failures;
}

interface SetUp {
	readonly mounted: MountedVolume;
	readonly files?: Files;
	readonly plugin: string;
}

const directoriesOfEveryNode = new Set([
	'/',
	'/bin',
	'/boot',
	'/dev',
	'/etc',
	'/home',
	'/lib',
	'/mnt',
	'/opt',
	'/proc',
	'/root',
	'/run',
	'/srv',
	'/sys',
	'/tmp',
	'/usr',
	'/var',
	'/var/lib',
	'/var/lib/kubelet',
	'/var/log',
	'/var/log/pods',
	'/var/log/containers',
	'/var/run',
	'/run/containerd',
]);

function* setUp(context: KubeletContext, record: PodRecord, volume: Volume): Routine<SetUp> {
	const {pod} = record;
	const base = `${podDirectory(pod)}/volumes`;
	const at = (plugin: string, readonly = false): Pick<SetUp, 'mounted' | 'plugin'> => ({
		mounted: {hostPath: `${base}/${plugin.replace('/', '~')}/${volume.name}`, readonly},
		plugin,
	});
	if (volume.emptyDir) {
		return at('kubernetes.io/empty-dir');
	}

	if (volume.configMap) {
		const {name = '', items, optional} = volume.configMap;
		return {...at('kubernetes.io/configmap', true), files: yield* configMapFiles(context, pod, name, items, optional)};
	}

	if (volume.secret) {
		const {secretName = '', items, optional} = volume.secret;
		return {...at('kubernetes.io/secret', true), files: yield* secretFiles(context, pod, secretName, items, optional)};
	}

	if (volume.downwardAPI) {
		return {
			...at('kubernetes.io/downward-api', true),
			files: downwardFiles(context, pod, volume.downwardAPI.items ?? []),
		};
	}

	if (volume.projected) {
		const files: Record<string, string> = {};
		for (const source of volume.projected.sources ?? []) {
			Object.assign(files, yield* projectedFiles(context, pod, source));
		}

		return {...at('kubernetes.io/projected', true), files};
	}

	if (volume.hostPath) {
		const {path, type = ''} = volume.hostPath;
		if (type === 'Directory' && !directoriesOfEveryNode.has(path)) {
			throw new MountFailure(`hostPath type check failed: ${path} is not a directory`);
		}

		if (type === 'File' && directoriesOfEveryNode.has(path)) {
			throw new MountFailure(`hostPath type check failed: ${path} is not a file`);
		}

		return {mounted: {hostPath: path, readonly: false}, plugin: 'kubernetes.io/host-path'};
	}

	const claim =
		volume.persistentVolumeClaim?.claimName ?? (volume.ephemeral ? `${pod.metadata.name}-${volume.name}` : undefined);
	if (claim !== undefined) {
		return yield* claimVolume(context, record, volume, claim);
	}

	const plugin = Object.keys(volume).find((key) => key !== 'name') ?? 'unknown';
	return at(`kubernetes.io/${plugin.toLowerCase()}`);
}

type Items = ReadonlyArray<{readonly key: string; readonly path: string}> | undefined;

const chosen = (kind: 'configmap' | 'secret', data: Files, items: Items, optional: boolean | undefined): Files => {
	if (!items) {
		return data;
	}

	const files: Record<string, string> = {};
	for (const {key, path} of items) {
		const text = data[key];
		if (text === undefined && !optional) {
			throw new MountFailure(
				`${kind === 'configmap' ? 'configmap' : 'references non-existent secret key'}${kind === 'configmap' ? ' references non-existent config key' : ''}: ${key}`,
			);
		}

		if (text !== undefined) {
			files[path] = text;
		}
	}

	return files;
};

function* configMapFiles(
	context: KubeletContext,
	pod: Pod,
	name: string,
	items: Items,
	optional: boolean | undefined,
): Routine<Files> {
	const object: ConfigMap | undefined = yield* context.objects.configMap(pod.metadata.namespace ?? '', name);
	if (!object && !optional) {
		throw new MountFailure(`configmap "${name}" not found`);
	}

	return chosen('configmap', object?.data ?? {}, items, optional);
}

function* secretFiles(
	context: KubeletContext,
	pod: Pod,
	name: string,
	items: Items,
	optional: boolean | undefined,
): Routine<Files> {
	const object: Secret | undefined = yield* context.objects.secret(pod.metadata.namespace ?? '', name);
	if (!object && !optional) {
		throw new MountFailure(`secret "${name}" not found`);
	}

	const sizes = Object.fromEntries(
		Object.entries(object?.data ?? {}).map(([key, value]) => [key, `(${decodeBase64(value).length} bytes)`]),
	);
	return chosen('secret', sizes, items, optional);
}

const downwardFiles = (
	context: KubeletContext,
	pod: Pod,
	items: NonNullable<NonNullable<Volume['downwardAPI']>['items']>,
): Files =>
	Object.fromEntries(
		items.map(({path, fieldRef, resourceFieldRef}) => [
			path,
			fieldRef
				? fieldValue(pod, fieldRef, {podIP: pod.status?.podIP ?? '', hostIP: context.options.node.address})
				: resourceValue(pod, pod.spec.containers[0]!, resourceFieldRef!, context.node()),
		]),
	);

function* projectedFiles(context: KubeletContext, pod: Pod, source: VolumeProjection): Routine<Files> {
	const {configMap, secret, downwardAPI, serviceAccountToken} = source;
	if (configMap) {
		return yield* configMapFiles(context, pod, configMap.name ?? '', configMap.items, configMap.optional);
	}

	if (secret) {
		return yield* secretFiles(context, pod, secret.name ?? '', secret.items, secret.optional);
	}

	if (downwardAPI) {
		return downwardFiles(context, pod, downwardAPI.items ?? []);
	}

	if (serviceAccountToken) {
		return {[serviceAccountToken.path]: yield* token(context, pod, serviceAccountToken)};
	}

	return {};
}

/** A token for the Pod's service account, bound to the Pod: it is worth nothing when the Pod is gone. */
function* token(
	context: KubeletContext,
	pod: Pod,
	{audience, expirationSeconds = 3600}: NonNullable<VolumeProjection['serviceAccountToken']>,
): Routine<string> {
	const {name, namespace = '', uid} = pod.metadata;
	const account = pod.spec.serviceAccountName || 'default';
	const request = {
		apiVersion: 'authentication.k8s.io/v1',
		kind: 'TokenRequest',
		metadata: {name: account, namespace},
		spec: {
			audiences: audience ? [audience] : [],
			expirationSeconds,
			boundObjectRef: {apiVersion: 'v1', kind: 'Pod', name, uid},
		},
	};
	try {
		const answer = (yield* context.client.createSubresource(
			'serviceaccounts',
			namespace,
			account,
			'token',
			request,
		)) as {readonly status?: {readonly token?: string}};
		const text = answer.status?.token ?? '';
		yield* note(
			'kubelet.volumes',
			`The kubelet has a token for the service account ${account}, bound to ${podName(pod)} and valid for ${expirationSeconds} s.`,
			{audience, expirationSeconds, boundObjectRef: request.spec.boundObjectRef},
			{object: podKey(pod)},
		);
		return `(${text.length} bytes)`;
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		throw new MountFailure(`failed to fetch token: ${error.message}`);
	}
}

/** Takes all volumes of an ended Pod off the node. */
export function* unmountVolumes(context: KubeletContext, record: PodRecord): Routine {
	const {kernel, options} = context;
	const {pod, volumes} = record;
	if (volumes.size === 0) {
		return;
	}

	const names = [...volumes.keys()];
	for (const [name, mounted] of volumes) {
		if (mounted.csi) {
			yield* unmountCSI(context, pod, name, mounted);
		}
	}

	for (const name of names) {
		kernel.ledger.delete(`/nodes/${options.node.name}/volumes/${pod.metadata.uid}/${name}`);
	}

	volumes.clear();
	yield* note(
		'kubelet.volumes',
		`The volumes of ${podName(pod)} are unmounted: ${names.join(', ')}.`,
		{volumes: names},
		{object: podKey(pod)},
	);
}
