import type {Pod} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import type {Finding, Scene} from '../symptom.js';

/** A script that refuses a variable of an old version: `port is deprecated. Please use KAFKA_ADVERTISED_LISTENERS instead.` */
const refusal = /\bport is deprecated\. please use ([A-Z_]+?)_(?:ADVERTISED_)?LISTENERS\b/i;

/** A variable that a program refuses, and that the Pod has from a Service of its namespace. @see https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables */
export const refusedLink = (
	{spec, metadata}: Pod,
	line: string,
	{ledger}: Scene,
): Pick<Finding, 'field' | 'advice' | 'candidates'> | undefined => {
	const [, prefix] = refusal.exec(line) ?? [];
	const service = prefix?.toLowerCase().replaceAll('_', '-');
	if (prefix === undefined || service === undefined || spec.enableServiceLinks === false) {
		return undefined;
	}

	if (!ledger.read(registryKey('services', metadata.namespace, service))) {
		return undefined;
	}

	const field = ['spec', 'enableServiceLinks'];
	return {
		field,
		advice: [({pods}) => pods.serviceLink(`${prefix}_PORT`, service)],
		candidates: [{field, change: {value: false}}],
	};
};
