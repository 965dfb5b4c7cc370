import {frame, note, type Routine} from '../../kernel/routine.js';
import {RuntimeError} from './cri.js';
import type {RuntimeFailure} from './images/catalogue.js';
import {memoised} from '../../kernel/memoised.js';

/** What a call of the CRI gives back. */
export interface Answered<T> {
	/** As protobuf prints it. */
	readonly answer: unknown;
	readonly text: string;
	readonly value: T;
}

const imageCalls = new Set(['PullImage', 'ImageStatus', 'ListImages', 'RemoveImage']);

/** How a call gets to containerd: the gRPC method of its service, and the socket. Messages are protobuf; they show as JSON. */
const wire = (call: string, request: unknown) => ({
	call: `/runtime.v1.${imageCalls.has(call) ? 'ImageService' : 'RuntimeService'}/${call}`,
	socket: 'unix:///run/containerd/containerd.sock',
	encoding: 'protobuf',
	request,
});

/** The tape has one text for each call. */
const stageOf = memoised((call: string) => `cri.${call}`, 100);

/** Makes one call of the CRI: a frame of containerd, a stop where it begins, and one with its answer or error. */
export function* callRuntime<T>(
	call: string,
	request: unknown,
	object: string,
	asks: string,
	body: Routine<Answered<T>>,
): Routine<T> {
	const stage = stageOf(call);
	return yield* frame(
		{name: call, component: 'containerd', stage, text: asks, facts: wire(call, request), object},
		answered(stage, request, object, body),
	);
}

function* answered<T>(stage: string, request: unknown, object: string, body: Routine<Answered<T>>): Routine<T> {
	let result: Answered<T>;
	try {
		result = yield* body;
	} catch (error) {
		if (error instanceof RuntimeError) {
			yield* note(
				stage,
				`containerd answers with an error: ${error.message}`,
				{request, error: {code: error.code, message: error.description}, reason: error.code, message: error.message},
				{object, outcome: 'failed'},
			);
		}

		throw error;
	}

	yield* note(stage, result.text, {request, answer: result.answer}, {object});
	return result.value;
}

/** The end of a call that answers nothing. */
export function* done(text: string): Routine<Answered<undefined>> {
	return {answer: {}, text, value: undefined};
}

/** Ledger key of the Pod that a call is for. */
export const podKey = (namespace: string, name: string): string => `/registry/pods/${namespace}/${name}`;

/** The failures that a catalogue asks for: how often each has happened. */
export class Failures {
	readonly #counts = new Map<string, number>();

	/** Whether it fails this time. */
	happens(what: string, failure: RuntimeFailure): boolean {
		const count = (this.#counts.get(what) ?? 0) + 1;
		this.#counts.set(what, count);
		return failure.times === undefined || count <= failure.times;
	}
}

/** The error that containerd answers with. */
export const failed = ({code, text}: RuntimeFailure, image: string): RuntimeError =>
	new RuntimeError(code, text.replaceAll('$IMAGE', image));
