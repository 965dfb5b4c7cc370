import {joinHostPort} from '../../objects/host-port.js';
import type {ClusterRecording} from '../../cluster.js';
import {isStopOf} from '../../stages/stop-of.js';
import {consumersOf} from './consumers.js';
import {requestsIn, type SentRequest} from './requests.js';
import {nameInKey} from '../../objects/resources.js';
import type {State} from './state.js';
import type {RaceSubject} from './race-subject.js';

/** The reactions of one consumer to the change of the address. */
export interface RaceConsumer {
	/** `kube-proxy node-a`. */
	readonly name: string;
	/** The time when it acted, in milliseconds since the race began; `undefined` before that. */
	readonly actedMs?: number;
}

/** The times at which each consumer receives the change that an address leaves or joins a Service, in milliseconds since the change began. */
export interface Race {
	readonly subject: RaceSubject;
	/** The virtual time at which it began. */
	readonly startMs: number;
	/** The length of the picture. */
	readonly lengthMs: number;
	/** `namespace/name` of the Service. */
	readonly service: string;
	readonly ip: string;
	/** The signal, its time, and when the process refused connections, ended, and left the network; for one that joins: when it listened. */
	readonly signal?: string;
	readonly signalMs?: number;
	readonly exitMs?: number;
	readonly goneMs?: number;
	readonly listensMs?: number;
	/** The time when the EndpointSlice was published. */
	readonly publishedMs?: number;
	readonly consumers: readonly RaceConsumer[];
	readonly requests: readonly SentRequest[];
	/** The time from the signal until the last consumer acted, in which requests may be lost. */
	readonly windowMs?: number;
}

interface Pod {
	readonly metadata: {readonly name: string; readonly deletionTimestamp?: string};
	readonly status?: {readonly podIP?: string; readonly conditions?: ReadonlyArray<{type: string; status: string}>};
}

interface Slice {
	readonly metadata: {readonly namespace?: string; readonly labels?: Readonly<Record<string, string>>};
	readonly endpoints?: ReadonlyArray<{
		readonly addresses: readonly string[];
		readonly conditions?: {readonly ready?: boolean};
	}> | null;
}

const podsKey = '/registry/pods/';

/** The beginnings of all races so far, in the order of their steps. */
const subjectsIn = ({kernel: {ledger}}: ClusterRecording): readonly RaceSubject[] => {
	const found: RaceSubject[] = [];
	for (const pod of ledger.everyKey(podsKey)) {
		let ready = false;
		let deleted = false;
		for (const {step, value} of ledger.versions(pod)) {
			const {metadata, status} = (value === undefined ? undefined : ledger.readAt<Pod>(pod, step)) ?? {};
			const isReady = status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True') ?? false;
			if (isReady && !ready && !deleted) {
				found.push({kind: 'joins', pod, step});
			}

			if (metadata?.deletionTimestamp !== undefined && !deleted && status?.podIP) {
				found.push({kind: 'leaves', pod, step});
			}

			ready ||= isReady;
			deleted ||= metadata?.deletionTimestamp !== undefined;
		}
	}

	return found.sort((a, b) => a.step - b.step);
};

/** The Services that list an address at any time until a step. */
const servicesOf = ({kernel: {ledger}}: ClusterRecording, ip: string): readonly string[] => [
	...new Set(
		ledger.everyKey('/registry/endpointslices/').flatMap((key) =>
			ledger.versions(key).flatMap(({step}) => {
				const slice = ledger.readAt<Slice>(key, step);
				const name = slice?.metadata.labels?.['kubernetes.io/service-name'];
				return name !== undefined && slice?.endpoints?.some(({addresses}) => addresses.includes(ip))
					? [`${slice.metadata.namespace}/${name}`]
					: [];
			}),
		),
	),
];

/** The last address that a Pod had. */
const addressOf = ({kernel: {ledger}}: ClusterRecording, pod: string): string | undefined =>
	ledger
		.versions(pod)
		.map(({step}) => ledger.readAt<Pod>(pod, step)?.status?.podIP)
		.findLast((ip) => ip !== undefined);

/** The race at a step: the last address that has left a Service, otherwise the last that has joined one, otherwise the first that will join. */
export const subjectAt = (recording: ClusterRecording, step: number): RaceSubject | undefined => {
	const all = subjectsIn(recording).filter(({pod}) => {
		const ip = addressOf(recording, pod);
		return ip !== undefined && servicesOf(recording, ip).length > 0;
	});
	const before = all.filter((one) => one.step <= step);
	return before.findLast(({kind}) => kind === 'leaves') ?? before.at(-1) ?? all[0];
};

/** The first step after another at which a condition holds. */
const firstStep = (
	{kernel: {ledger}}: ClusterRecording,
	keys: readonly string[],
	after: number,
	holds: (step: number) => boolean,
): number | undefined =>
	[...new Set([after, ...keys.flatMap((key) => ledger.versions(key).map(({step}) => step))])]
		.filter((step) => step >= after)
		.sort((a, b) => a - b)
		.find((step) => holds(step));

/** The times at which a Service's slices reported the address. */
const publishedAt = (recording: ClusterRecording, {kind, step}: RaceSubject, service: string, ip: string) => {
	const {ledger} = recording.kernel;
	const [namespace = '', name] = service.split('/');
	const keys = ledger
		.everyKey(`/registry/endpointslices/${namespace}/`)
		.filter((key) => nameInKey(key).startsWith(`${name}-`));
	return firstStep(recording, keys, step, (at) => {
		const listed = keys.some((key) =>
			ledger
				.readAt<Slice>(key, at)
				?.endpoints?.some(({addresses, conditions}) => addresses.includes(ip) && conditions?.ready !== false),
		);
		return listed === (kind === 'joins');
	});
};

/** The node's actions on the process behind the address: searched among the stops near the beginning. */
const processEvents = (recording: ClusterRecording, {pod, step}: RaceSubject) => {
	const {stops} = recording;
	let signal: string | undefined;
	let signalMs: number | undefined;
	let exitMs: number | undefined;
	const startMs = stops.get(step)?.timeMs ?? 0;
	for (let at = step; at < stops.length && exitMs === undefined; at++) {
		const stop = stops.get(at);
		if (!stop || stop.timeMs > startMs + longest) {
			break;
		}

		if (stop.object === pod && isStopOf(stop, 'container.signal') && stop.facts.case === 'send') {
			signal ??= stop.facts.signal;
			signalMs ??= stop.timeMs;
		} else if (stop.object === pod && stop.stage === 'container.exit') {
			exitMs = stop.timeMs;
		}
	}

	return {signal, signalMs, exitMs};
};

/** The longest observed race, in milliseconds: a grace period, and what follows. */
const longest = 60_000;

/** The time at which each consumer received a change. */
const actedAt = (recording: ClusterRecording, {kind, step}: RaceSubject, service: string, ip: string) => {
	const {ledger} = recording.kernel;
	const isThere = (used: ReadonlySet<string>) => [...used].some((address) => address.startsWith(joinHostPort(ip, '')));
	return consumersOf(ledger, service, recording.stops.length - 1).flatMap(({name, keys, usedAt}) => {
		const before = kind === 'joins' || isThere(usedAt(step));
		const acted = firstStep(recording, keys, step, (at) => isThere(usedAt(at)) === (kind === 'joins'));
		return before ? [{name, acted}] : [];
	});
};

const find = (recording: ClusterRecording, subject: RaceSubject): Race | undefined => {
	const {kernel, stops} = recording;
	const ip = addressOf(recording, subject.pod);
	const [service] = ip === undefined ? [] : servicesOf(recording, ip);
	if (ip === undefined || service === undefined) {
		return undefined;
	}

	const startMs = stops.get(subject.step)?.timeMs ?? 0;
	const since = (step: number | undefined) =>
		step === undefined ? undefined : (stops.get(step)?.timeMs ?? startMs) - startMs;
	const after = (timeMs: number | undefined) => (timeMs === undefined ? undefined : timeMs - startMs);
	const published = publishedAt(recording, subject, service, ip);
	const consumers = actedAt(recording, subject, service, ip).map(({name, acted}) => ({name, actedMs: since(acted)}));
	const {signal, signalMs, exitMs} = subject.kind === 'leaves' ? processEvents(recording, subject) : {};
	const addressKey = `/network/addresses/${ip}`;
	const gone =
		subject.kind === 'leaves'
			? firstStep(recording, [addressKey], subject.step, (at) => kernel.ledger.readAt(addressKey, at) === undefined)
			: undefined;
	const acts = consumers.flatMap(({actedMs}) => actedMs ?? []);
	const ends = [...acts, since(published), after(exitMs), since(gone)].filter((ms) => ms !== undefined);
	const lengthMs = Math.min(longest, Math.max(10, Math.ceil(Math.max(...ends, 0) * 1.1)));
	const fromMs = after(signalMs);
	const isOpen = consumers.some(({actedMs}) => actedMs === undefined);
	return {
		subject,
		startMs,
		lengthMs,
		service,
		ip,
		signal,
		signalMs: fromMs,
		exitMs: after(exitMs),
		goneMs: since(gone),
		publishedMs: since(published),
		consumers,
		requests: requestsIn(recording).filter(({timeMs}) => timeMs >= startMs && timeMs <= startMs + lengthMs),
		...(isOpen || acts.length === 0 ? {} : {windowMs: Math.max(0, Math.max(...acts) - (fromMs ?? 0))}),
	};
};

const known = new WeakMap<ClusterRecording, {readonly key: string; readonly race: Race | undefined}>();

/** The race about an address, as far as it is recorded. */
export const raceOf = (recording: ClusterRecording, subject: RaceSubject): Race | undefined => {
	const key = `${subject.kind} ${subject.pod} ${subject.step} ${recording.stops.length}`;
	const last = known.get(recording);
	if (last?.key === key) {
		return last.race;
	}

	const race = find(recording, subject);
	known.set(recording, {key, race});
	return race;
};

/** The race in pane 8, if any. */
export const raceShown = ({network, recording}: State): Race | undefined =>
	network.part === 'race' && network.subject ? raceOf(recording, network.subject) : undefined;
