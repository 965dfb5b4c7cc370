import type {EventRecorder} from '../../client/event-recorder.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Pod, Secret} from '../../objects/kubernetes.generated.js';
import {isRecord} from '../../kernel/record.js';
import {podKey} from '../node/pod-names.js';
import {decodeBase64} from './environment.js';
import type {RegistryCredentials} from '../../cri/image-service.js';
import type {ObjectCache} from './object-cache.js';

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		// A secret that is not JSON provides no credentials.
		return undefined;
	}
};

const isFor = (host: string, registry: string): boolean =>
	host.replace(/^https?:\/\//, '').replace(/\/.*$/, '') === registry ||
	(registry === 'docker.io' && host.includes('docker.io'));

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** User name and password for a registry, from the first pull secret that has one. */
export const credentialsFor = (registry: string, secrets: readonly Secret[]): RegistryCredentials | undefined => {
	for (const {data} of secrets) {
		const text = data?.['.dockerconfigjson'] ?? data?.['.dockercfg'];
		const config = text === undefined ? undefined : parsed(decodeBase64(text));
		const entries = isRecord(config) ? (config['auths'] ?? config) : {};
		for (const [host, entry] of isRecord(entries) ? Object.entries(entries) : []) {
			if (isRecord(entry) && isFor(host, registry)) {
				const {auth} = entry;
				const [username = '', password = ''] =
					typeof auth === 'string' && auth !== ''
						? decodeBase64(auth).split(/:(.*)/s)
						: [textOf(entry['username']), textOf(entry['password'])];
				return {username, password};
			}
		}
	}

	return undefined;
};

/** The pull secrets of a Pod, and the names of those that are missing. */
export interface PullSecrets {
	readonly found: readonly Secret[];
	readonly missing: readonly string[];
}

/** Finds the pull secrets of a Pod. */
export function* pullSecrets(objects: ObjectCache, pod: Pod): Routine<PullSecrets> {
	const found: Secret[] = [];
	const missing: string[] = [];
	for (const {name = ''} of pod.spec.imagePullSecrets ?? []) {
		const secret = yield* objects.secret(pod, name);
		if (secret) {
			found.push(secret);
		} else {
			missing.push(name);
		}
	}

	if (found.length + missing.length > 0) {
		yield* note(
			'kubelet.pull',
			{case: 'secrets', found: found.map(({metadata}) => metadata.name), missing},
			{object: podKey(pod), ...(missing.length > 0 ? {outcome: 'warning' as const} : {})},
		);
	}

	return {found, missing};
}

/** An event about pull secrets that are missing, if there are any. */
export function* reportMissing(recorder: EventRecorder, pod: Pod, missing: readonly string[]): Routine {
	if (missing.length > 0) {
		yield* recorder.event(
			pod,
			'Warning',
			'FailedToRetrieveImagePullSecret',
			`Unable to retrieve some image pull secrets (${missing.join(', ')}); attempting to pull the image may not succeed.`,
		);
	}
}
