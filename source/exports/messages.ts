import type {Frame, Stop} from '../kernel/stop.js';
import {firstClause} from '../stages/milestones.js';
import {sentenceOf} from '../stages/sentence.js';
import {isStopOf} from '../stages/stop-of.js';
import {participantOf} from './participant.js';
import {framesOf, isFailure, spansOf} from './spans.js';
import {stopsOf, type Stretch} from './stretch.js';

/** A message between two participants, or an action of one. */
export interface Message {
	/** A call waits for its answer; a delivery does not; a note has no receiver. */
	readonly kind: 'call' | 'answer' | 'delivery' | 'note';
	readonly from: string;
	readonly to: string;
	readonly text: string;
	readonly failed: boolean;
	readonly stop: Stop;
}

const isRequestName = (name: string): boolean => /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) /.test(name);

/** The participant that works in a frame. */
const inFrame = (frame: Frame | undefined, process: string): string =>
	participantOf({component: frame?.component ?? '', process});

/** The answer to a call, from its last stop. */
const answerText = (last: Stop): string => {
	if (isStopOf(last, 'apiserver.respond')) {
		return 'code' in last.facts
			? `${last.facts.code}${last.facts.reason === undefined ? '' : ` ${last.facts.reason}`}`
			: 'no answer';
	}

	if (isStopOf(last, 'etcd.txn')) {
		const {facts} = last;
		if (facts.verdict === 'too large') {
			return facts.message;
		}

		if (facts.verdict === 'refused') {
			return 'the comparison fails';
		}

		return `revision ${facts.revision}`;
	}

	return isFailure(last) ? 'failed' : 'done';
};

/** The event that wakes a process: a watch event, or the object of the stop. */
const deliveryText = (stop: Stop): string => {
	if (isStopOf(stop, 'informer.deliver')) {
		return `${stop.facts.type} ${stop.facts.kind} ${stop.facts.key}`;
	}

	return isStopOf(stop, 'apiserver.watch') && 'revision' in stop.facts
		? `watch: revision ${stop.facts.revision}`
		: stop.stage;
};

/** The request of a call, from its first stop. */
const callText = (frame: Frame, stop: Stop): string => {
	if (frame.parent && isRequestName(frame.parent.name)) {
		return frame.parent.name;
	}

	return isStopOf(stop, 'etcd.txn') && stop.facts.verdict === 'succeeded'
		? `${stop.facts.operation} ${stop.object ?? ''}`.trimEnd()
		: frame.name;
};

/** Stops that are exported although they address no other participant: decisions, and output for the user. */
const decisions: ReadonlySet<string> = new Set(['scheduler.select', 'kubectl.print']);

/**
The messages between the participants of a stretch, in the order of its stops: requests and other calls with their answers, deliveries of watches and other messages, and notes of
decisions, refusals and failures.
*/
export function* messagesOf(stretch: Stretch): Generator<Message, void> {
	const spans = spansOf(stretch);
	const {stops} = stretch.recording;
	const entered = new Set<number>();
	/** The step that last woke each process. */
	const woken = new Map<string, number>();
	for (const stop of stopsOf(stretch)) {
		const {process} = stop;
		const self = inFrame(undefined, process);
		const cause = stops.get(stop.cause);
		if (cause && woken.get(process) !== stop.cause && inFrame(undefined, cause.process) !== self) {
			const text = deliveryText(stop);
			yield {kind: 'delivery', from: participantOf(cause), to: self, text, failed: isFailure(stop), stop};
		}

		woken.set(process, stop.cause);
		const calls = framesOf(stop).flatMap((frame) => {
			const [caller, callee] = [inFrame(frame.parent, process), inFrame(frame, process)];
			return caller === callee ? [] : [{frame, caller, callee}];
		});
		for (const {frame, caller, callee} of calls) {
			if (!entered.has(frame.number)) {
				entered.add(frame.number);
				yield {kind: 'call', from: caller, to: callee, text: callText(frame, stop), failed: false, stop};
			}
		}

		const answers = calls.filter(({frame}) => spans.get(frame.number)?.last.step === stop.step).reverse();
		if (decisions.has(stop.stage) || (isFailure(stop) && answers.length === 0)) {
			const who = participantOf(stop);
			const text = firstClause(sentenceOf(stop, stretch.language));
			yield {kind: 'note', from: who, to: who, text, failed: isFailure(stop), stop};
		}

		for (const {frame, caller, callee} of answers) {
			yield {
				kind: 'answer',
				from: callee,
				to: caller,
				text: answerText(stop),
				failed: isFailure(stop) || (frame.component !== 'kube-apiserver' && spans.get(frame.number)?.failed === stop),
				stop,
			};
		}
	}
}
