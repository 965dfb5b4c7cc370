import type {OutsideInput} from '../client/outside.js';
import type {OutwardAnswer} from '../client/outward.js';
import type {Input} from '../cluster.js';
import type {RecordedInput} from '../debugger/recording.js';
import {boolean, list, mapOf, number, oneOf, record, text, type Value} from '../scenario/document.js';
import {faultText} from '../scenario/faults/parse-fault.js';
import {trafficClient} from '../scenario/scenario-file.js';

/** A request of a client beyond the simulation. */
const request = record(
	{
		method: oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']),
		path: text,
		query: mapOf(text),
		headers: mapOf(text),
		text,
		repeated: mapOf(list(text)),
		certificate: record({commonName: text, organizations: list(text)}, ['commonName', 'organizations']),
		bytes: text,
		upgrade: boolean,
	},
	['method', 'path', 'query', 'headers'],
);

const client = record(
	{exchange: number, request, channel: number, port: number, data: text, ended: boolean, gone: boolean},
	['exchange'],
);

/** An answer of a server beyond the simulation. */
const answer = record({call: number, status: number, text, type: text, error: text, more: text, ended: boolean}, [
	'call',
]);

/** An input of a recording, and when it was given. */
export const recordedInput = record(
	{
		step: number,
		timeMs: number,
		idle: boolean,
		kubectl: text,
		files: mapOf(text),
		stdin: text,
		editor: boolean,
		edited: text,
		file: text,
		text,
		failure: text,
		interrupt: text,
		fault: faultText,
		traffic: trafficClient,
		client,
		answer,
	},
	['step', 'timeMs'],
);

const outsideInput = (file: Value<typeof client>): OutsideInput | undefined => {
	const {exchange, request: asked, channel, port, data, ended, gone} = file;
	if (asked) {
		return {exchange, request: asked};
	}

	if (channel !== undefined) {
		if (port !== undefined) {
			return {exchange, channel, port};
		}

		if (data !== undefined) {
			return {exchange, channel, data};
		}

		if (ended) {
			return {exchange, channel, ended};
		}

		return undefined;
	}

	return gone ? {exchange, gone} : undefined;
};

const outwardAnswer = (file: Value<typeof answer>): OutwardAnswer | undefined => {
	const {call, status, text: sent, type, error, more, ended} = file;
	if (more !== undefined || ended) {
		return more === undefined ? {call, ended: true} : {call, more};
	}

	if (error !== undefined) {
		return {call, error};
	}

	if (status !== undefined && sent !== undefined) {
		return {call, status, text: sent, ...(type === undefined ? {} : {type})};
	}

	return undefined;
};

const inputOf = (file: Value<typeof recordedInput>): Input | undefined => {
	const {kubectl, files, stdin, editor, edited, interrupt, fault, traffic} = file;
	if (kubectl !== undefined) {
		return {kubectl, ...(files ? {files} : {}), ...(stdin === undefined ? {} : {stdin}), ...(editor ? {editor} : {})};
	}

	if (edited !== undefined) {
		const {file: name, text: left, failure} = file;
		return {
			edited,
			...(name === undefined ? {} : {file: name}),
			...(left === undefined ? {} : {text: left}),
			...(failure === undefined ? {} : {failure}),
		};
	}

	if (interrupt !== undefined) {
		return {interrupt};
	}

	if (fault !== undefined) {
		return {fault};
	}

	if (traffic) {
		return {traffic};
	}

	if (file.answer) {
		const answered = outwardAnswer(file.answer);
		return answered && {answer: answered};
	}

	const outside = file.client && outsideInput(file.client);
	return outside && {client: outside};
};

/** An input of the user or a client, as recorded; `undefined` if it is not a valid action. */
export const recordedInputOf = (file: Value<typeof recordedInput>): RecordedInput<Input> | undefined => {
	const {step, timeMs, idle = false} = file;
	const input = inputOf(file);
	return input && {step, timeMs, idle, input};
};
