import type {Routine} from '../../kernel/routine.js';
import type {Unstructured, Value} from '../unstructured.js';
import type {Surroundings} from './describe.js';
import {annotationLines, eventLines, headLines, longTime, pairLines} from './describe-text.js';

const bytesOf = (base64: string): number => Buffer.from(base64, 'base64').length;

function* configMap(object: Unstructured, around: Surroundings): Routine<string> {
	const keys = Object.keys(object.data ?? {}).sort();
	const binary = Object.keys(object.binaryData ?? {}).sort();
	return [
		headLines(object),
		'\nData\n====\n',
		...keys.map((key) => `${key}:\n----\n${object.data[key]}\n\n`),
		'\nBinaryData\n====\n',
		...binary.map((key) => `${key}: ${bytesOf(object.binaryData[key])} bytes\n`),
		'\n',
		eventLines(yield* around.events(), around.nowMs),
	].join('');
}

const secret = (object: Unstructured): string => {
	const keys = Object.keys(object.data ?? {}).sort();
	const token = object.type === 'kubernetes.io/service-account-token';
	return [
		headLines(object),
		`\nType:\t${object.type}\n\nData\n====\n`,
		...keys.map((key) =>
			token && key === 'token'
				? `${key}:\t${Buffer.from(object.data[key], 'base64').toString()}\n`
				: `${key}:\t${bytesOf(object.data[key])} bytes\n`,
		),
	].join('');
};

const quotaRows = ({spec = {}, status = {}}: Unstructured): Array<[string, string, string]> => {
	const hard = status.hard ?? spec.hard ?? {};
	return Object.keys(hard)
		.sort()
		.map((name) => [name, status.used?.[name] ?? '0', hard[name]]);
};

const quota = (object: Unstructured): string => {
	const {metadata, spec = {}} = object;
	const scopes: readonly string[] = spec.scopes ?? [];
	return [
		`Name:\t${metadata?.name}\nNamespace:\t${metadata?.namespace}\n`,
		scopes.length > 0 ? `Scopes:\t${scopes.join(', ')}\n` : '',
		'Resource\tUsed\tHard\n--------\t----\t----\n',
		...quotaRows(object).map((row) => `${row.join('\t')}\n`),
	].join('');
};

const limitRows = ({spec}: Unstructured, prefix: string): string =>
	(spec.limits ?? [])
		.flatMap((limit: Value) => {
			const names = new Set(
				['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'].flatMap((field) =>
					Object.keys(limit[field] ?? {}),
				),
			);
			return [...names].map(
				(name) =>
					`${prefix}${limit.type}\t${name}\t${['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio'].map((field) => limit[field]?.[name] ?? '-').join('\t')}\n`,
			);
		})
		.join('');

const limitHead = (prefix: string): string =>
	`${prefix}Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio\n${prefix}----\t--------\t---\t---\t---------------\t-------------\t-----------------------\n`;

function* namespace(object: Unstructured, {list}: Surroundings): Routine<string> {
	const {metadata = {}, status = {}} = object;
	const quotas = yield* list('resourcequotas', metadata.name);
	const limits = yield* list('limitranges', metadata.name);
	const conditions: readonly Value[] = status.conditions ?? [];
	return [
		`Name:\t${metadata.name}\n`,
		pairLines('Labels', metadata.labels),
		annotationLines(metadata.annotations),
		`Status:\t${status.phase ?? ''}\n`,
		conditions.length > 0
			? `Conditions:\n  Type\tStatus\tLastTransitionTime\tReason\tMessage\n  ----\t------\t------------------\t------\t-------\n${conditions
					.map(
						(one) =>
							`  ${one.type}\t${one.status}\t${longTime(one.lastTransitionTime)}\t${one.reason ?? ''}\t${one.message ?? ''}\n`,
					)
					.join('')}`
			: '',
		quotas.length === 0
			? '\nNo resource quota.\n'
			: `\nResource Quotas\n${quotas
					.map(
						(one) =>
							`  Name:\t${one.metadata?.name}\n  Resource\tUsed\tHard\n  --------\t---\t---\n${quotaRows(one)
								.map((row) => `  ${row.join('\t')}\n`)
								.join('')}`,
					)
					.join('')}`,
		limits.length === 0
			? '\nNo LimitRange resource.\n'
			: `\nResource Limits\n ${limitHead(' ').trimStart()}${limits.map((one) => limitRows(one, ' ')).join('')}`,
	].join('');
}

function* event(object: Unstructured): Routine<string> {
	const {metadata = {}, involvedObject = {}, ...rest} = object;
	return `${headLines({metadata})}Involved Object:\t${involvedObject.kind}/${involvedObject.name}\nType:\t${rest.type}\nReason:\t${rest.reason}\nMessage:\t${rest.message}\nCount:\t${rest.count ?? 1}\n`;
}

/** ConfigMaps, Secrets, namespaces, quotas, limits and events. */
export function* describeConfig(object: Unstructured, around: Surroundings): Routine<string | undefined> {
	switch (object.kind) {
		case 'ConfigMap': {
			return yield* configMap(object, around);
		}

		case 'Secret': {
			return secret(object);
		}

		case 'Namespace': {
			return yield* namespace(object, around);
		}

		case 'ResourceQuota': {
			return quota(object);
		}

		case 'LimitRange': {
			return `Name:\t${object.metadata?.name}\nNamespace:\t${object.metadata?.namespace}\n${limitHead('')}${limitRows(object, '')}`;
		}

		case 'Event': {
			return yield* event(object);
		}

		default: {
			return undefined;
		}
	}
}
