import {Client} from '../../client/client.js';
import {isRecord} from '../../kernel/record.js';
import type {LedgerView} from '../../kernel/ledger-view.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import type {Container, Pod, Volume} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {ContainerLife} from '../container-life.js';
import type {RuntimeContainer} from '../container.js';

/** A Secret that Pods need and that is not there, with the keys that they need. */
export interface MissingSecret {
	readonly name: string;
	readonly keys: readonly string[];
}

const ofVolume = ({secret, projected}: Volume): readonly MissingSecret[] => [
	...(secret?.secretName !== undefined && !secret.optional
		? [{name: secret.secretName, keys: (secret.items ?? []).map(({key}) => key)}]
		: []),
	...(projected?.sources ?? []).flatMap((source) =>
		source.secret?.name !== undefined && !source.secret.optional
			? [{name: source.secret.name, keys: (source.secret.items ?? []).map(({key}) => key)}]
			: [],
	),
];

const ofContainer = ({env = [], envFrom = []}: Container): readonly MissingSecret[] => [
	...env.flatMap(({valueFrom}) => {
		const {name, key, optional} = valueFrom?.secretKeyRef ?? {};
		return name === undefined || key === undefined || optional ? [] : [{name, keys: [key]}];
	}),
	...envFrom.flatMap(({secretRef}) =>
		secretRef?.name === undefined || secretRef.optional ? [] : [{name: secretRef.name, keys: []}],
	),
];

const ofPod = ({spec}: Pod): readonly MissingSecret[] => [
	...(spec.volumes ?? []).flatMap((volume) => ofVolume(volume)),
	...[...(spec.initContainers ?? []), ...spec.containers].flatMap((container) => ofContainer(container)),
];

/** The Secrets of a namespace that its Pods need and that are not there. */
export const missingSecrets = (ledger: LedgerView, namespace: string): readonly MissingSecret[] => {
	const found = new Map<string, Set<string>>();
	for (const key of ledger.keys(`/registry/pods/${namespace}/`)) {
		const pod = ledger.read<Pod>(key);
		for (const {name, keys} of pod ? ofPod(pod) : []) {
			if (ledger.read(registryKey('secrets', namespace, name)) === undefined) {
				found.set(name, new Set([...(found.get(name) ?? []), ...keys]));
			}
		}
	}

	return Array.from(found, ([name, keys]) => ({name, keys: [...keys]}));
};

/** The times at which an unsimulated program checks for missing Secrets, in milliseconds after its start. */
const looksAtMs = [200, 2000, 5000, 10_000, 20_000, 40_000];

const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** Whether a container may have the right to create Secrets, because its Pod has its own service account. */
export const mayMakeSecrets = (ledger: LedgerView, {sandbox: {namespace, pod}}: RuntimeContainer): boolean =>
	(ledger.read<Pod>(registryKey('pods', namespace, pod))?.spec.serviceAccountName ?? 'default') !== 'default';

/**
An unsimulated program whose service account may create Secrets creates those that Pods of its namespace lack. Many programs do so at their
start: an initial password, a certificate for a webhook. That this program does so is an assumption.
*/
export function* makeSecrets({kernel, reach: {apiserver}}: ContainerLife, container: RuntimeContainer): Routine {
	const {namespace, pod} = container.sandbox;
	const refused = new Set<string>();
	let passedMs = 0;
	for (const atMs of looksAtMs) {
		yield* sleep(atMs - passedMs, {periodic: passedMs > 0});
		passedMs = atMs;
		if (!apiserver || !container.isRunning || container.files.stat(tokenPath)?.kind !== 'file') {
			return;
		}

		for (const {name, keys} of missingSecrets(kernel.ledger, namespace).filter((one) => !refused.has(one.name))) {
			const client = new Client(kernel, apiserver.handler, 'unsimulated');
			const answer = yield* client.exchange('POST', `/api/v1/namespaces/${namespace}/secrets`, {
				headers: {authorization: `Bearer ${container.files.read(tokenPath)}`},
				body: {
					apiVersion: 'v1',
					kind: 'Secret',
					metadata: {name, namespace},
					stringData: Object.fromEntries(keys.map((key) => [key, 'assumed'])),
				},
			});
			refused.add(name);
			if (answer.status === 201 && isRecord(answer.body)) {
				yield* note(
					'container.assume',
					{kind: 'secret', container: container.name, what: `${namespace}/${name}`},
					{object: registryKey('pods', namespace, pod), outcome: 'warning'},
				);
			}
		}
	}
}
