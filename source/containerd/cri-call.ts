import {memoised} from '../kernel/memoised.js';
import type {Routine} from '../kernel/routine.js';
import type {CRIAnswered, CRIAsked, CRIMethod} from '../stages/facts/kubelet/runtime.js';
import {frame, note} from '../stages/note.js';
import {RuntimeError} from '../cri/messages.js';

/** The result of a CRI call. */
export interface Result<T> {
	/** The facts that its stop reports. */
	readonly told: CRIAnswered;
	readonly value: T;
}

const socket = 'unix:///run/containerd/containerd.sock';

/** The stage of a call. The tape has one text for each. */
const stageOf = memoised((method: CRIMethod): `cri.${CRIMethod}` => `cri.${method}`, 64);

/** The gRPC method. */
const pathOf = memoised(
	(method: CRIMethod) => `/runtime.v1.${method.endsWith('Image') ? 'ImageService' : 'RuntimeService'}/${method}`,
	64,
);

/**
Makes one CRI call: a frame of containerd, a stop where it begins, and one with its response or error.

Messages are protobuf; they show as JSON.

@param object ledger key of the Pod that the call is for.
*/
export function* callRuntime<T>(asked: CRIAsked, object: string, body: Routine<Result<T>>): Routine<T> {
	const {method} = asked;
	return yield* frame(
		{
			name: method,
			component: 'containerd',
			stage: stageOf(method),
			facts: {case: 'call', call: pathOf(method), socket, encoding: 'protobuf', ...asked},
			object,
		},
		answered(asked, object, body),
	);
}

function* answered<T>({method, request}: CRIAsked, object: string, body: Routine<Result<T>>): Routine<T> {
	const stage = stageOf(method);
	try {
		const {told, value} = yield* body;
		yield* note(stage, {case: 'answer', request, ...told}, {object});
		return value;
	} catch (error) {
		if (error instanceof RuntimeError) {
			const {code, description, message} = error;
			yield* note(
				stage,
				{case: 'error', request, error: {code, message: description}, reason: code, message},
				{object, outcome: 'failed'},
			);
		}

		throw error;
	}
}

/** Ends a call without latency. */
export function* done(told: CRIAnswered): Routine<Result<undefined>> {
	return {told, value: undefined};
}
