import {parseTimestamp} from '../../kernel/clock.js';
import type {Pod, Probe} from '../../objects/kubernetes.generated.js';
import {isPodReady} from '../../objects/pod.js';
import {nestedField, nestedNumber, nestedSlice, nestedString} from '../../objects/unstructured.js';
import {closest} from '../../scenario/mistake.js';
import {containersOf, type PodContainer} from '../container-reference.js';
import {eventMs, eventsAbout, type Reader} from '../look.js';
import {programLike} from '../program-names.js';
import {misnamedPage} from './probed-page.js';
import {outputOf, tellingLine} from './container-output.js';
import {pullSecretRow} from './images.js';
import {ofOwnWords} from './own-words.js';
import {row, type Found, type Row} from '../row.js';
import type {Candidate, FieldPath, Finding} from '../symptom.js';
import type {DiagnosisWords, Saying} from '../words/words.js';

type Kind = 'readiness' | 'liveness' | 'startup';

const kinds: readonly Kind[] = ['startup', 'liveness', 'readiness'];

const probeOf = ({spec}: PodContainer, kind: Kind): Probe | undefined =>
	({readiness: spec.readinessProbe, liveness: spec.livenessProbe, startup: spec.startupProbe})[kind];

const portsAt = (address: unknown): readonly number[] =>
	nestedSlice(address, 'listeners').flatMap((listener) =>
		nestedField(listener, 'accepts') === true ? (nestedNumber(listener, 'port') ?? []) : [],
	);

/** The ports on which a Pod answers, or did before its container ended. */
export const openPorts = ({metadata, spec, status}: Pod, ledger: Reader): readonly number[] => {
	const key = spec.hostNetwork
		? `/network/hosts/${status.podIP}/${metadata.namespace}/${metadata.name}`
		: `/network/addresses/${status.podIP}`;
	const now = portsAt(ledger.read(key));
	const before = ledger
		.versions(key)
		.flatMap(({value}) => (nestedString(value, 'uid') === metadata.uid ? portsAt(value) : []));
	return [...new Set(now.length > 0 ? now : before)];
};

/** The ports of a Pod on which only the Pod itself reaches a program. */
export const loopbackPorts = ({status}: Pod, ledger: Reader): readonly number[] =>
	nestedSlice(ledger.read(`/network/addresses/${status.podIP}`), 'onLoopback').flatMap(
		(listener) => nestedNumber(listener, 'port') ?? [],
	);

/** The ports that a container declares, and those on which it listens. */
const likelyPorts = (pod: Pod, {spec}: PodContainer, ledger: Reader): readonly number[] => [
	...new Set([...openPorts(pod, ledger), ...(spec.ports ?? []).map(({containerPort}) => containerPort)]),
];

/** A part of a probe, and changes of it to try. */
interface Suspects {
	readonly field: FieldPath;
	readonly advice: readonly Saying[];
	readonly candidates: readonly Candidate[];
	readonly elsewhere?: Finding['elsewhere'];
}

/** The scheme of a server to which a probe uses the other scheme: HTTP for HTTPS, or HTTPS for HTTP. */
const wrongScheme = (httpGet: Probe['httpGet'], message: string): 'HTTP' | 'HTTPS' | undefined => {
	if (httpGet === undefined) {
		return undefined;
	}

	if (/server gave HTTP response to HTTPS client|first record does not look like a TLS handshake/.test(message)) {
		return 'HTTP';
	}

	if (
		httpGet.scheme !== 'HTTPS' &&
		/HTTP request to an HTTPS server|statuscode: 400/.test(message) &&
		isTLSPort(httpGet.port)
	) {
		return 'HTTPS';
	}

	return undefined;
};

const isTLSPort = (port: number | string): boolean => /443$|^https/.test(String(port));

/** The part of a probe that an answer of the server is about: its scheme or its path. */
const ofAnswer = (httpGet: Probe['httpGet'], field: FieldPath, message: string): Suspects | undefined => {
	const scheme = wrongScheme(httpGet, message);
	if (scheme) {
		return {
			field: [...field, 'scheme'],
			advice: [({pods}) => pods.probeScheme(scheme)],
			candidates: [{field: [...field, 'scheme'], change: scheme === 'HTTP' ? {remove: true} : {value: scheme}}],
		};
	}

	const path = httpGet?.path ?? '/';
	return /statuscode: \d+/.test(message)
		? {
				field: [...field, 'path'],
				advice: [({pods}) => pods.probePath(path)],
				candidates: path === '/' ? [] : [{field: [...field, 'path'], change: {value: '/'}}],
			}
		: undefined;
};

/** The word of a command that is nearly the name of a program. */
const misspeltProgram = ([first = '', ...rest]: readonly string[], field: FieldPath): readonly Candidate[] => {
	const near = programLike(first);
	const [flag = '', script = ''] = rest;
	const word = /^-\w*c$/.test(flag) ? (/^\s*([\w./-]+)/.exec(script)?.[1] ?? '') : '';
	const inScript = programLike(word);
	return [
		...(near === undefined ? [] : [{field: [...field, 0], change: {value: near}}]),
		...(inScript === undefined ? [] : [{field: [...field, 2], change: {value: script.replace(word, inScript)}}]),
	];
};

/** The suspects of a probe that runs a command. */
const ofCommand = (command: readonly string[], probe: FieldPath, kind: Kind, message: string): Suspects => {
	const field = [...probe, 'exec', 'command'];
	const [, program] = /errored.*exec: "([^"]+)"/s.exec(message) ?? [];
	const slips = misspeltProgram(command, field);
	// A command that asks the server fails until that has started.
	const isSlow = kind !== 'readiness' && program === undefined && slips.length === 0;
	return {
		field,
		advice: [({pods}) => (program === undefined ? pods.probeCommand : pods.noProgram(program))],
		candidates: isSlow
			? [30, 120].map((value) => ({field: [...probe, 'initialDelaySeconds'], change: {value}}))
			: slips,
	};
};

/** The parts of a probe to check, and the fixes to try. */
const suspects = (pod: Pod, container: PodContainer, kind: Kind, message: string, ledger: Reader): Suspects => {
	const probe = probeOf(container, kind);
	const field = [...container.field, `${kind}Probe`];
	const {httpGet, tcpSocket, grpc, exec} = probe ?? {};
	const way = (['httpGet', 'tcpSocket', 'grpc'] as const).find((name) => probe?.[name]) ?? 'exec';
	const port = httpGet?.port ?? tcpSocket?.port ?? grpc?.port;
	const names = (container.spec.ports ?? []).flatMap(({name}) => (name === undefined ? [] : [name]));
	if (exec) {
		return ofCommand(exec.command ?? [], field, kind, message);
	}

	const answered = ofAnswer(httpGet, [...field, 'httpGet'], message);
	if (answered) {
		const page = /statuscode: 40[34]/.test(message)
			? misnamedPage(pod, container, httpGet?.path ?? '/', ledger)
			: undefined;
		return {
			...answered,
			...page,
			advice: [...answered.advice, ...(page?.advice ?? [])],
			candidates: [...(page?.candidates ?? []), ...answered.candidates],
		};
	}

	const open = openPorts(pod, ledger);
	const named = container.spec.ports?.find(({name}) => name === port)?.containerPort;
	if (typeof port === 'string' && !/^\d+$/.test(port) && (named === undefined || open.includes(named))) {
		const near = closest(port, names);
		const tried = [...new Set([...(near ? [near] : []), ...names])].filter((name) => name !== port);
		return {
			field: [...field, way, 'port'],
			advice: names.includes(port) ? [] : [({pods}) => pods.portNames(names)],
			candidates: tried.map((value) => ({field: [...field, way, 'port'], change: {value}})),
		};
	}

	const number = named ?? Number(port);
	const others = likelyPorts(pod, container, ledger).filter((other) => other !== number);
	// No process listens when the kubelet gives up: the program may only be slow.
	const isEarly = kind !== 'readiness' && open.length === 0 && /connection refused/.test(message);
	return {
		field: isEarly || port === undefined ? field : [...field, way, 'port'],
		advice: [
			({pods}) => {
				if (isEarly) {
					return pods.notListeningYet;
				}

				if (open.length > 0 && !open.includes(number)) {
					return pods.nobodyListens(number, open);
				}

				return pods.checkProbe;
			},
		],
		candidates: [
			...others.slice(0, 2).map((value) => ({field: [...field, way, 'port'], change: {value}})),
			...(isEarly ? [30, 60, 120].map((value) => ({field: [...field, 'initialDelaySeconds'], change: {value}})) : []),
		],
	};
};

/** The last failure that a probe reported. */
const lastFailure = (pod: Pod, {name}: PodContainer, kind: Kind, ledger: Reader) =>
	eventsAbout(ledger, pod).findLast(
		({reason, message = '', involvedObject}) =>
			reason === 'Unhealthy' &&
			message.toLowerCase().startsWith(`${kind} probe`) &&
			involvedObject.fieldPath?.endsWith(`{${name}}`),
	);

/** Whether the kubelet ended the last run of a container because of a probe. */
const killedBy = (pod: Pod, container: PodContainer, ledger: Reader): Kind | undefined => {
	const {status, name} = container;
	const end = status.state?.terminated ?? status.lastState?.terminated;
	const startedMs = end?.startedAt === undefined ? 0 : parseTimestamp(end.startedAt);
	const events = eventsAbout(ledger, pod).filter(({involvedObject}) => involvedObject.fieldPath?.endsWith(`{${name}}`));
	const ofRun = events.filter((event) => eventMs(event) >= startedMs);
	// The recorder drops some of too many events about one object: a run without its start, or with failed probes and no kill, is known from earlier events.
	const isDropped =
		!ofRun.some(({reason}) => reason === 'Started') ||
		(end?.exitCode !== 0 &&
			ofRun.some(({reason, message = ''}) => reason === 'Unhealthy' && /^(?:Liveness|Startup)/.test(message)));
	const isKilling = ({reason}: {readonly reason?: string}): boolean => reason === 'Killing';
	const killing = ofRun.findLast(isKilling) ?? (isDropped ? events.findLast(isKilling) : undefined);
	const [, kind] = /failed (liveness|startup) probe/.exec(killing?.message ?? '') ?? [];
	return end && kinds.find((one) => one === kind);
};

const killed = (pod: Pod, ledger: Reader): Found => {
	for (const container of containersOf(pod)) {
		const kind =
			container.status.restartCount > 0 || container.status.state?.terminated
				? killedBy(pod, container, ledger)
				: undefined;
		if (kind) {
			const {restartCount} = container.status;
			const failure = lastFailure(pod, container, kind, ledger);
			const message = failure?.message ?? `${kind} probe failed`;
			const {advice, ...found} = suspects(pod, container, kind, message, ledger);
			return {
				message: (told) => told.pods.killedFor(message, container.words(told), restartCount),
				...found,
				stage: `kubelet.probe.${kind}`,
				advice: [...advice, ({pods}) => pods.consequences[kind]],
			};
		}
	}

	return undefined;
};

const failing = (pod: Pod, ledger: Reader): Found => {
	for (const container of containersOf(pod)) {
		const {running} = container.status.state ?? {};
		if (!running || container.status.ready || container.isInit) {
			continue;
		}

		// A probe that failed once, before the program listened, says less than the one that fails now.
		const [latest] = kinds
			.flatMap((kind) => {
				const failure = lastFailure(pod, container, kind, ledger);
				return failure !== undefined && eventMs(failure) >= parseTimestamp(running.startedAt ?? '')
					? [{kind, failure}]
					: [];
			})
			.toSorted(
				(one, other) =>
					Number(listensSince(pod, one.failure.message ?? '', ledger)) -
					Number(listensSince(pod, other.failure.message ?? '', ledger)),
			);
		const {kind, failure} = latest ?? {};
		if (kind && failure?.message !== undefined) {
			const output = outputOf(ledger, pod, container.status.containerID);
			const own = /statuscode: 5/.test(failure.message) ? ofOwnWords(container, output) : undefined;
			const {advice, ...found} = own ?? suspects(pod, container, kind, failure.message, ledger);
			const line = own && tellingLine(output);
			return {
				message: `${failure.reason}: ${failure.message}`,
				...found,
				stage: `kubelet.probe.${kind}`,
				advice: [
					...(line === undefined ? [] : [({pods}: DiagnosisWords) => pods.printed(line)]),
					...advice,
					({pods}) => pods.consequences[kind],
				],
			};
		}
	}

	return undefined;
};

const unprobed = (pod: Pod): Found => {
	const container = containersOf(pod).find(
		({status, spec, isInit}) =>
			status.state?.running && !status.ready && !isInit && (spec.readinessProbe ?? spec.startupProbe),
	);
	const kind = container?.spec.startupProbe && !container.status.started ? 'startup' : 'readiness';
	return (
		container && {
			message: (told) => told.pods.notProbedYet(container.words(told), kind),
			field: [...container.field, `${kind}Probe`],
			advice: [({pods}) => pods.moreTime],
		}
	);
};

/** A liveness probe that cannot run and so never restarts its container: the Pod is healthy but unmonitored. */
const blind = (pod: Pod, ledger: Reader): Found => {
	for (const container of containersOf(pod)) {
		const failure = container.spec.livenessProbe && lastFailure(pod, container, 'liveness', ledger);
		if (failure?.message?.includes('probe errored') && isPodReady(pod)) {
			const found = suspects(pod, container, 'liveness', failure.message, ledger);
			return {message: `${failure.reason}: ${failure.message}`, ...found, isRemark: true};
		}
	}

	return undefined;
};

/** Whether a probe found a port closed on which the Pod listens since. */
const listensSince = (pod: Pod, message: string, ledger: Reader): boolean => {
	const [, port] = /:(\d+): connect: connection refused/.exec(message) ?? [];
	return port !== undefined && openPorts(pod, ledger).includes(Number(port));
};

/** A liveness probe of a running container that has always failed, with a high failure threshold before a restart. */
const goesOnFailing = (pod: Pod, ledger: Reader, wallMs: number): Found => {
	for (const container of containersOf(pod)) {
		const {livenessProbe: probe} = container.spec;
		const event = eventsAbout(ledger, pod)
			.filter(({reason, message = ''}) => reason === 'Unhealthy' && message.startsWith('Liveness probe failed'))
			.at(-1);
		const {periodSeconds = 10, failureThreshold = 3} = probe ?? {};
		const isRecent = event !== undefined && wallMs - eventMs(event) <= 2000 * periodSeconds;
		const message = (event?.message ?? '').trim();
		if (probe && container.status.state?.running && isRecent && !listensSince(pod, message, ledger)) {
			return {
				message: (told) => told.pods.failsOften(message, container.words(told), failureThreshold),
				field: [...container.field, 'livenessProbe'],
				advice: [],
				isRemark: true,
			};
		}
	}

	return undefined;
};

/** Oddities of healthy Pods; looked for once, at the end. */
export const remarkRows: readonly Row[] = [
	row('liveness probe fails', 'v1 Pod', (pod, {ledger, wallMs}) => goesOnFailing(pod, ledger, wallMs)),
	row('blind probe', 'v1 Pod', (pod, {ledger}) => blind(pod, ledger)),
	pullSecretRow,
];

/** Findings of probes. */
export const probeRows: readonly Row[] = [
	row('killed by a probe', 'v1 Pod', (pod, {ledger}) => killed(pod, ledger)),
	row('probe fails', 'v1 Pod', (pod, {ledger}) => failing(pod, ledger)),
	row('not probed yet', 'v1 Pod', (pod) => unprobed(pod)),
];
