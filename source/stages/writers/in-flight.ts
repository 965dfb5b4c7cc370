import type {Stop} from '../../kernel/stop.js';
import {isRecord} from '../../kernel/record.js';

/** The stops of a run, by their numbers. */
export interface Stops {
	get(step: number): Stop | undefined;
}

/** A form of an object while a request carries it, and the step that gave it this form. */
export interface Form {
	readonly step: number;
	readonly value: unknown;
}

/** The step at which a stop's request reached the apiserver; `undefined` outside requests. */
export const requestStep = ({frame}: Stop): number | undefined => {
	let entered: number | undefined;
	for (let at = frame; at; at = at.parent) {
		if (at.component === 'kube-apiserver') {
			entered = at.step;
		}
	}

	return entered;
};

/** The object after a stop on its way to etcd; `undefined` at other stops. */
export const formAt = ({stage, facts}: Stop): unknown => {
	if (!isOnTheWay(stage)) {
		return undefined;
	}

	return stage === 'apiserver.decode' ? (facts?.output ?? facts?.after) : (facts?.after ?? facts?.object);
};

const isOfKind = (value: unknown, kind: unknown): boolean => isRecord(value) && value['kind'] === kind;

/** Whether the object at such a stop is its client's; no client sends the whole of a scaled object. */
export const isAsSent = (stage: string): boolean => /^apiserver\.(?:decode|apply|bind|evict)$/.test(stage);

/** Whether a stage's stops show a request's object on its way to etcd. */
const isOnTheWay = (stage: string): boolean =>
	/^apiserver\.(?:decode|default|apply|bind|evict|validate|admit\.mutate\..+)$/.test(stage);

/**
The forms of an object between its request's body and etcd: decoded, defaulted, after each admission plug-in, as validated.

@param until the stop whose transaction stored the object, or an earlier one.

@param last the object after this stop.
@returns oldest first, without that of the stop itself; empty outside requests.
*/
export const formsInFlight = (stops: Stops, until: Stop, last: unknown): readonly Form[] => {
	const begin = requestStep(until);
	if (begin === undefined || !isRecord(last)) {
		return [];
	}

	const forms: Form[] = [];
	for (let step = begin; step < until.step; step++) {
		const stop = stops.get(step);
		const value = stop?.process === until.process ? formAt(stop) : undefined;
		if (isOfKind(value, last['kind']) && value !== forms.at(-1)?.value) {
			forms.push({step, value});
		}
	}

	return forms;
};
