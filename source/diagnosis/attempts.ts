import type {ClusterRecording} from '../cluster.js';
import type {Tape} from '../debugger/tape.js';
import {parseTimestamp} from '../kernel/clock.js';
import type {Stop} from '../kernel/stop.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import {podCondition} from '../objects/pod.js';
import {isStopOf} from '../stages/stop-of.js';
import {containersOf, type PodContainer} from './container-reference.js';
import {all, isSystem} from './look.js';
import type {Wait} from './wait.js';

/** Whether a stop is an action of a container. */
const isOf = ({object, stage, facts}: Stop, key: string, container: string): boolean =>
	object === key && stage.startsWith('container.') && facts?.['container'] === container;

/** A container's request to the network. */
const isAttempt = ({stage}: Stop): boolean => stage === 'container.connect' || stage === 'container.resolve';

/** The end of an attempt. A resolved name is only the first half of a connection. */
const resultOf = (stop: Stop): 'answered' | 'found' | 'failed' => {
	if (isStopOf(stop, 'container.connect')) {
		return stop.facts.loss ? 'failed' : 'answered';
	}

	return isStopOf(stop, 'container.resolve') && stop.facts.result === 'found' ? 'found' : 'failed';
};

/** Attempts are looked for among so many of the last stops. */
const mostStops = 20_000;

/**
The last consecutive failed attempts of a container's present run, the latest first; empty if the last attempt was answered.

@param most the number that suffices
*/
export const failedAttempts = (stops: Tape, key: string, container: string, most: number): readonly Stop[] => {
	const failed: Stop[] = [];
	let process: string | undefined;
	let isFound = false;
	for (let step = stops.length - 1; step >= Math.max(0, stops.length - mostStops) && failed.length < most; step--) {
		const stop = stops.get(step);
		if (!stop || !isOf(stop, key, container)) {
			continue;
		}

		process ??= stop.process;
		if (!isAttempt(stop)) {
			continue;
		}

		const result = resultOf(stop);
		// The last lookup has found the name: the failed lookups before it are over.
		const isAnswer = result === 'answered' || (isFound && stop.stage === 'container.resolve' && result === 'failed');
		if (stop.process !== process || isAnswer) {
			break;
		}

		isFound = result === 'found' && failed.length === 0;
		failed.push(...(result === 'failed' ? [stop] : []));
	}

	return failed;
};

/** The name that a process looked up before it connected to an address; the address if it looked up no name. */
export const hostOf = (stops: Tape, stop: Stop): string => {
	if (isStopOf(stop, 'container.resolve')) {
		return stop.facts.host;
	}

	const ip = isStopOf(stop, 'container.connect') ? stop.facts.ip : '';
	for (let step = stop.step - 1; step >= Math.max(0, stop.step - mostStops); step--) {
		const before = stops.get(step);
		if (before?.process === stop.process && before.object === stop.object && isStopOf(before, 'container.resolve')) {
			return before.facts.addresses.includes(ip) ? before.facts.host : ip;
		}
	}

	return ip;
};

/** Scripts whose loops are conditions: `until nc -z db 5432; do`, `while ! wget -q web; do`. A loop may be in another. */
const loops = /\b(?:until|while)\s+(?=([^]*?)\s*(?:;|\n)\s*do\b([^]*?)(?:\bdone\b|$))/g;

const isConstant = (condition: string): boolean => /^(?:true|:|\[ ?1 ?\]|sleep\b.*|\(\(1\)\))$/.test(condition.trim());

/** A loop over lines or numbers ends. */
const isCount = (condition: string): boolean => /\bread\b|-l[et]\b|</.test(condition);

/** Programs that only wait for another. */
const waiters = /(?:^|[\s/])(?:wait-for(?:-it)?(?:\.sh)?|wait4x|dockerize\s[^]*-wait)\b/;

/** Whether the command line of a container waits for a host before any other action. */
export const waitsInLoop = ({command = [], args = []}: PodContainer['spec'], host: string): boolean => {
	const text = [...command, ...args].join(' ');
	const names = (part: string): boolean => part.includes(host) || part.includes('$');
	return (
		(waiters.test(text) && names(text)) ||
		[...text.matchAll(loops)].some(([, condition = '', body = '']) =>
			isConstant(condition)
				? /\bbreak\b|\bexit 0\b/.test(body) && names(body)
				: !isCount(condition) && names(condition),
		)
	);
};

/** The number of attempts that show that a container retries, and its pause between them. */
const enoughAttempts = 3;

/** Whether the next attempt is expected: the last one is at most as old as the interval before it. */
const goesOn = ([last, before]: readonly Stop[], nowMs: number): boolean =>
	last !== undefined && before !== undefined && nowMs - last.timeMs <= 1.5 * (last.timeMs - before.timeMs) + 10_000;

/** The running containers of a Pod that wait in a loop, according to their command lines. */
const loopsIn = (pod: Pod): readonly PodContainer[] =>
	containersOf(pod).filter(({status, spec}) => status.state?.running && waitsInLoop(spec, ''));

/** The running main container of a Pod that repeatedly tries to reach a host, in a loop that ends only with an answer. @param nowMs in virtual milliseconds */
export const waitingIn = (pod: Pod, key: string, stops: Tape, nowMs: number): PodContainer | undefined =>
	loopsIn(pod).find(({isInit, spec, name}) => {
		if (isInit) {
			return false;
		}

		const attempts = failedAttempts(stops, key, name, enoughAttempts);
		const [last] = attempts;
		return (
			last !== undefined &&
			attempts.length >= enoughAttempts &&
			goesOn(attempts, nowMs) &&
			waitsInLoop(spec, hostOf(stops, last))
		);
	});

/** Whether a container had an answer before a failed attempt in its present run. */
const wasAnswered = (stops: Tape, failed: Stop): boolean => {
	for (let step = failed.step - 1; step >= Math.max(0, failed.step - mostStops); step--) {
		const stop = stops.get(step);
		if (stop?.process === failed.process && isAttempt(stop) && resultOf(stop) === 'answered') {
			return true;
		}
	}

	return false;
};

/** The running main container of a Pod whose last request to the network failed after an answered one. */
export const lostIn = (pod: Pod, key: string, stops: Tape): PodContainer | undefined =>
	containersOf(pod).find(({isInit, spec, status, name}) => {
		const [last] = !isInit && status.state?.running && mayLoop(spec) ? failedAttempts(stops, key, name, 1) : [];
		return last !== undefined && wasAnswered(stops, last);
	});

/** Whether a script may loop. */
export const mayLoop = ({command = [], args = []}: Pick<PodContainer['spec'], 'command' | 'args'>): boolean =>
	/\b(?:until|while|watch)\b/.test([...command, ...args].join(' '));

/** The first attempt of a container's present run with an answer, after failed ones; `undefined` if it has continued since. */
const firstAnswer = (stops: Tape, key: string, container: string): Stop | undefined => {
	let answered: Stop | undefined;
	for (let step = stops.length - 1; step >= Math.max(0, stops.length - mostStops); step--) {
		const stop = stops.get(step);
		if (!stop || !isOf(stop, key, container) || !isAttempt(stop)) {
			continue;
		}

		const result = resultOf(stop);
		if (stop.process !== (answered?.process ?? stop.process) || (answered && result === 'answered')) {
			return undefined;
		}

		if (result === 'failed') {
			return answered;
		}

		answered ??= stop;
	}

	return undefined;
};

/** The longest time in which a loop makes enough attempts. */
const longestMs = 150_000;

/** The additional time for a loop's sleep. */
const marginMs = 10_000;

/** Loops that may still succeed: they have made few attempts, have not tried since a Pod became ready, or have just received their first answer. */
export const loopWaits = ({stops, kernel: {ledger, wallClockMs, now}}: ClusterRecording): readonly Wait[] => {
	const pods = all<Pod>(ledger, '/registry/pods/').filter(({object}) => !isSystem(object));
	const looping = pods.flatMap(({key, object}) => loopsIn(object).map((container) => ({key, object, container})));
	if (looping.length === 0) {
		return [];
	}

	const readyMs = Math.max(
		0,
		...pods.map(({object}) => parseTimestamp(podCondition(object, 'Ready')?.lastTransitionTime ?? '') || 0),
	);
	return looping.flatMap(({key, object, container: {name, status}}) => {
		const attempts = failedAttempts(stops, key, name, enoughAttempts);
		const [last, before] = attempts;
		const gapMs = last && before ? last.timeMs - before.timeMs : 0;
		const startedMs = parseTimestamp(status.state?.running?.startedAt ?? '') || 0;
		const answer = last ? undefined : firstAnswer(stops, key, name);
		const unansweredMs = attempts.length < enoughAttempts ? startedMs + longestMs : readyMs + 2 * gapMs + marginMs;
		const untilMs = answer ? wallClockMs - now + answer.timeMs + marginMs : unansweredMs;
		return (last ?? answer) && untilMs > wallClockMs
			? [{untilMs, words: ({progress: {waits}}) => waits.answer(name, object.metadata.name)}]
			: [];
	});
};
