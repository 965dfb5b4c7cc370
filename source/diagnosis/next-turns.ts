import type {ClusterRecording} from '../cluster.js';
import {parseTimestamp} from '../kernel/clock.js';
import {nextRunIn} from '../objects/cron-run-in-zone.js';
import {parseCronSchedule} from '../objects/cron-schedule.js';
import type {CronJob, HorizontalPodAutoscaler, Pod, Volume} from '../objects/kubernetes.generated.js';
import {isPodReady} from '../objects/pod.js';
import {containersOf, type PodContainer} from './container-reference.js';
import {givenCommands, isWriting, writtenKeys} from './given-commands.js';
import {all, isSystem, type Reader} from './look.js';
import {jobsOf} from './progress.js';
import {probationMs} from './steadiness.js';
import {mayLoop} from './attempts.js';
import type {Wait} from './wait.js';

/** The interval of the controller of HorizontalPodAutoscalers, and its work. @mirrors --horizontal-pod-autoscaler-sync-period */
const autoscalerMs = 17_000;

/** The kubelet syncs a Pod that nothing changes once in 60 to 90 s, and then updates its volumes. @mirrors workerResyncIntervalJitterFactor */
const volumeMs = 95_000;

/** The longest pause of a client for which a run waits. */
const longestPauseMs = 120_000;

/** A request without an answer ends after this time, as a rule. */
const requestMs = 15_000;

/** Programs that make requests. */
const clients =
	/\b(?:wget|curl|nc|ncat|telnet|nslookup|dig|getent|ping|kubectl|psql|pg_isready|mysql|mysqladmin|redis-cli|mongosh?|http|grpcurl)\b/;

const milliseconds: Readonly<Record<string, number>> = {'': 1000, s: 1000, m: 60_000, h: 3_600_000};

/**
The longest time between two requests of a script that makes requests in a loop, in milliseconds.

@returns `undefined` for a script that makes none, or pauses for longer than a run waits.
*/
export const pauseMs = (spec: Pick<PodContainer['spec'], 'command' | 'args'>): number | undefined => {
	const text = [...(spec.command ?? []), ...(spec.args ?? [])].join(' ');
	if (!mayLoop(spec) || !clients.test(text)) {
		return undefined;
	}

	const pauses = [...text.matchAll(/\b(?:sleep|watch -n) ?(\d+(?:\.\d+)?)([smh]?)\b/g)].map(
		([, count, unit = '']) => Number(count) * (milliseconds[unit] ?? 1000),
	);
	const sum = pauses.reduce((total, one) => total + one, 0);
	return sum <= longestPauseMs ? sum : undefined;
};

/** The ledger keys of the ConfigMaps and Secrets that a volume shows. */
const shownIn = ({configMap, secret, projected}: Volume, namespace = 'default'): readonly string[] => {
	const configMaps = [configMap?.name, ...(projected?.sources ?? []).map((source) => source.configMap?.name)];
	const secrets = [secret?.secretName, ...(projected?.sources ?? []).map((source) => source.secret?.name)];
	return [
		...configMaps.map((name) => `/registry/configmaps/${namespace}/${name}`),
		...secrets.map((name) => `/registry/secrets/${namespace}/${name}`),
	];
};

/** The next requests and updates of a ready Pod: only they meet a change of the cluster. */
const turnsOf = (pod: Pod, sinceMs: number, changed: ReadonlyMap<string, unknown>): readonly Wait[] => {
	const {name, namespace} = pod.metadata;
	const isShowing = (pod.spec.volumes ?? []).some((volume) =>
		shownIn(volume, namespace).some((key) => changed.has(key)),
	);
	const requests = containersOf(pod).flatMap(({name: container, spec, status}): Wait[] => {
		const startedMs = parseTimestamp(status.state?.running?.startedAt ?? '') || Infinity;
		if (startedMs > sinceMs) {
			return [];
		}

		const pause = pauseMs(spec);
		const probes = [spec.livenessProbe, spec.readinessProbe].flatMap((probe) =>
			probe?.exec && clients.test((probe.exec.command ?? []).join(' ')) ? [probationMs(probe)] : [],
		);
		return [
			...(pause === undefined
				? []
				: [
						{
							untilMs: sinceMs + pause + requestMs,
							words: ({progress: {waits}}) => waits.nextRequest(container, name),
						} satisfies Wait,
					]),
			...(probes.length === 0
				? []
				: [
						{
							untilMs: sinceMs + Math.max(...probes) + requestMs,
							words: ({progress: {waits}}) => waits.probes(container, name),
						} satisfies Wait,
					]),
		];
	});
	return isShowing
		? [...requests, {untilMs: sinceMs + volumeMs, words: ({progress: {waits}}) => waits.volumeUpdate(name)}]
		: requests;
};

/** The longest time until a changed CronJob's next run for which a run waits. */
const longestRunMs = 300_000;

/** The time until the CronJob controller has created a Job. */
const newJobMs = 3000;

/** The next run of a CronJob that the command has changed: its earlier Jobs do not test the new template. */
const nextRunOf = (cron: CronJob, sinceMs: number, ledger: Reader): readonly Wait[] => {
	const {metadata, spec} = cron;
	const schedule = parseCronSchedule(spec.schedule);
	const isTried = jobsOf(cron, ledger).some((job) => parseTimestamp(job.metadata.creationTimestamp ?? '') > sinceMs);
	const nextMs =
		typeof schedule === 'string' || spec.suspend || isTried
			? undefined
			: nextRunIn(schedule, schedule.zone ?? spec.timeZone, sinceMs);
	return nextMs !== undefined && nextMs - sinceMs <= longestRunMs
		? [{untilMs: nextMs + newJobMs, words: ({progress: {waits}}) => waits.nextRun(metadata.name)}]
		: [];
};

/**
Periodic work that notices the effect of the last command only later. Clients in loops make their next request, the kubelet probes containers and updates
volumes, autoscalers read their metrics, and a changed CronJob has its next run.

@param sinceMs the time of the command, in milliseconds since 1970.
*/
export const nextTurns = (recording: ClusterRecording, sinceMs: number): readonly Wait[] => {
	const {ledger, wallClockMs} = recording.kernel;
	const last = givenCommands(recording).at(-1);
	if (!last || !isWriting(last.line)) {
		return [];
	}

	const changed = writtenKeys(recording, last);
	const ofPods = all<Pod>(ledger, '/registry/pods/').flatMap(({object}) =>
		!isSystem(object) && isPodReady(object) ? turnsOf(object, sinceMs, changed) : [],
	);
	const ofAutoscalers = all<HorizontalPodAutoscaler>(ledger, '/registry/horizontalpodautoscalers/').map(
		({object: {metadata}}): Wait => ({
			untilMs: sinceMs + autoscalerMs,
			words: ({progress: {waits}}) => waits.nextLook(metadata.name),
		}),
	);
	const ofCronJobs = all<CronJob>(ledger, '/registry/cronjobs/').flatMap(({key, object}) =>
		changed.has(key) ? nextRunOf(object, sinceMs, ledger) : [],
	);
	return [...ofPods, ...ofAutoscalers, ...ofCronJobs].filter(({untilMs}) => untilMs > wallClockMs);
};
