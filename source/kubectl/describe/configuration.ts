import {ApiError} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import {formatQuantity, readQuantity} from '../../objects/quantity.js';
import type {Unstructured, Value} from '../unstructured.js';
import type {Describer, Surroundings} from './describer.js';
import {formatLabels, longTime, writeAnnotations, writeEvents, writeHead, writeLabels, writeTable} from './text.js';
import type {DescriptionWriter} from './writer.js';

const bytesOf = (base64: string): number => Buffer.from(base64, 'base64').length;

/** A ConfigMap. @mirrors kubectl/pkg/describe ConfigMapDescriber */
export const describeConfigMap: Describer = function* (writer, object, around) {
	const {data = {}, binaryData = {}} = object;
	const happened = yield* around.events();
	writeHead(writer, object);
	writer.write(0, '\nData\n====\n');
	for (const key of Object.keys(data).sort()) {
		writer.write(0, `${key}:\n----\n${data[key]}\n\n`);
	}

	writer.write(0, '\nBinaryData\n====\n');
	for (const key of Object.keys(binaryData).sort()) {
		writer.write(0, `${key}: ${bytesOf(binaryData[key])} bytes\n`);
	}

	writer.write(0, '\n');
	writeEvents(writer, happened, around.nowMs);
};

/** A Secret: its values stay hidden. @mirrors kubectl/pkg/describe describeSecret */
export const describeSecret: Describer = function* (writer, object) {
	const {data = {}, type = ''} = object;
	writeHead(writer, object);
	writer.write(0, `\nType:\t${type}\n\nData\n====\n`);
	for (const key of Object.keys(data).sort()) {
		const shown = key === 'token' && type === 'kubernetes.io/service-account-token';
		writer.write(
			0,
			shown ? `${key}:\t${Buffer.from(data[key], 'base64').toString()}\n` : `${key}:\t${bytesOf(data[key])} bytes\n`,
		);
	}
};

const scopeWords: Readonly<Record<string, string>> = {
	Terminating:
		'Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.',
	NotTerminating:
		'Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.',
	BestEffort:
		'Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.',
	NotBestEffort:
		'Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.',
};

const writeScopes = (writer: DescriptionWriter, level: number, {spec}: Unstructured, bullet: string): void => {
	const scopes: readonly string[] = [...(spec?.scopes ?? [])].sort();
	if (scopes.length > 0) {
		writer.write(level, `Scopes:\t${scopes.join(', ')}\n`);
		for (const scope of scopes) {
			if (Object.hasOwn(scopeWords, scope)) {
				writer.write(level, `${bullet}${scopeWords[scope]}\n`);
			}
		}
	}
};

/** What is used, written as what is allowed is. */
const usedLike = (used: string, hard: string): string => {
	const [amount, limit] = [readQuantity(used), readQuantity(hard)];
	return amount.format === limit.format
		? used
		: formatQuantity({...amount, nanos: wholeOf(amount.nanos), format: limit.format});
};

const unit = 1_000_000_000n;
const wholeOf = (nanos: bigint): bigint => ((nanos + unit - 1n) / unit) * unit;

/** A ResourceQuota. @mirrors kubectl/pkg/describe describeQuota */
export const describeQuota: Describer = function* (writer, object) {
	const {hard = {}, used = {}} = object.status ?? {};
	writer.write(0, `Name:\t${object.metadata?.name}\nNamespace:\t${object.metadata?.namespace}\n`);
	writeScopes(writer, 0, object, ' * ');
	const rows = Object.keys(hard)
		.sort()
		.map((name) => [name, usedLike(used[name] ?? '0', hard[name]), hard[name]]);
	writeTable(writer, 0, ['Resource', 'Used', 'Hard'], rows);
};

const limitHead = 'Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio';
const limitRule = '----\t--------\t---\t---\t---------------\t-------------\t-----------------------';

const writeLimits = (writer: DescriptionWriter, {spec}: Unstructured, prefix: string): void => {
	for (const limit of (spec?.limits ?? []) as readonly Value[]) {
		const fields = ['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio'];
		const names = new Set(fields.flatMap((field) => Object.keys(limit[field] ?? {})));
		for (const name of [...names].sort()) {
			const values = fields.map((field) => (limit[field]?.[name] as string | undefined) ?? '-');
			writer.write(0, `${prefix}${limit.type}\t${name}\t${values.join('\t')}\n`);
		}
	}
};

/** A LimitRange. @mirrors kubectl/pkg/describe describeLimitRange */
export const describeLimitRange: Describer = function* (writer, object) {
	writer.write(0, `Name:\t${object.metadata?.name}\nNamespace:\t${object.metadata?.namespace}\n`);
	writer.write(0, `${limitHead}\n${limitRule}\n`);
	writeLimits(writer, object, '');
};

/** What is in a namespace; `undefined` where the server does not know such things. */
function* present(
	{list}: Surroundings,
	resource: string,
	namespace: string | undefined,
): Routine<readonly Unstructured[] | undefined> {
	try {
		return yield* list(resource, namespace);
	} catch (error) {
		if (error instanceof ApiError && error.reason === 'NotFound') {
			return undefined;
		}

		throw error;
	}
}

const writeQuotas = (writer: DescriptionWriter, quotas: readonly Unstructured[]): void => {
	writer.write(0, quotas.length === 0 ? 'No resource quota.\n' : 'Resource Quotas\n');
	const nameOf = ({metadata}: Unstructured): string => metadata?.name ?? '';
	for (const quota of [...quotas].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
		const {hard = {}, used = {}} = quota.status ?? {};
		writer.write(1, `Name:\t${nameOf(quota)}\n`);
		writeScopes(writer, 1, quota, '* ');
		writer.write(1, 'Resource\tUsed\tHard\n');
		writer.write(1, '--------\t---\t---\n');
		for (const name of Object.keys(hard).sort()) {
			writer.write(1, `${name}\t${used[name] ?? '0'}\t${hard[name]}\n`);
		}
	}
};

/** A namespace with its quotas and limits. @mirrors kubectl/pkg/describe describeNamespace */
export const describeNamespace: Describer = function* (writer, object, around) {
	const {metadata, status = {}} = object;
	const quotas = yield* present(around, 'resourcequotas', metadata?.name);
	const limits = yield* present(around, 'limitranges', metadata?.name);
	const conditions: readonly Value[] = status.conditions ?? [];
	writeHead(writer, object, false);
	writer.write(0, `Status:\t${status.phase ?? ''}\n`);
	if (conditions.length > 0) {
		writer.write(0, 'Conditions:\n');
		writeTable(
			writer,
			1,
			['Type', 'Status', 'LastTransitionTime', 'Reason', 'Message'],
			conditions.map(({type, status: value, lastTransitionTime, reason = '', message = ''}) => [
				type,
				value,
				longTime(lastTransitionTime),
				reason,
				message,
			]),
		);
	}

	if (quotas) {
		writer.write(0, '\n');
		writeQuotas(writer, quotas);
	}

	if (limits) {
		writer.write(
			0,
			limits.length === 0 ? '\nNo LimitRange resource.\n' : `\nResource Limits\n ${limitHead}\n ${limitRule}\n`,
		);
		for (const limit of limits) {
			writeLimits(writer, limit, ' ');
		}
	}
};

/** A ServiceAccount. @mirrors kubectl/pkg/describe describeServiceAccount */
export const describeServiceAccount: Describer = function* (writer, object, around) {
	const happened = yield* around.events();
	const names: readonly string[] = (object.imagePullSecrets ?? []).map(({name}: Value) => name as string);
	const title = 'Image pull secrets:';
	writeHead(writer, object);
	if (names.length === 0) {
		writer.write(0, `${title}\t<none>\n`);
	}

	for (const [index, name] of names.entries()) {
		writer.write(0, `${index === 0 ? title : ' '.repeat(title.length)}\t${name}\n`);
	}

	writeEvents(writer, happened, around.nowMs);
};

/** A PriorityClass. @mirrors kubectl/pkg/describe describePriorityClass */
export const describePriorityClass: Describer = function* (writer, object, around) {
	const happened = yield* around.events();
	writer.write(0, `Name:\t${object.metadata?.name}\nValue:\t${object.value ?? 0}\n`);
	writer.write(0, `GlobalDefault:\t${object.globalDefault ?? false}\n`);
	writer.write(0, `PreemptionPolicy:\t${object.preemptionPolicy ?? ''}\nDescription:\t${object.description ?? ''}\n`);
	writer.write(0, `Annotations:\t${formatLabels(object.metadata?.annotations)}\n`);
	writeEvents(writer, happened, around.nowMs);
};

const writeNameAndLabels = (writer: DescriptionWriter, {metadata}: Unstructured): void => {
	writer.write(0, `Name:\t${metadata?.name}\n`);
	writeLabels(writer, 'Labels', metadata?.labels);
	writeAnnotations(writer, 'Annotations', metadata?.annotations);
};

/** A RoleBinding or ClusterRoleBinding. @mirrors kubectl/pkg/describe RoleBindingDescriber */
export const describeBinding: Describer = function* (writer, object) {
	writeNameAndLabels(writer, object);
	writer.write(0, `Role:\n  Kind:\t${object.roleRef?.kind}\n  Name:\t${object.roleRef?.name}\nSubjects:\n`);
	const subjects: readonly Value[] = object.subjects ?? [];
	writeTable(
		writer,
		1,
		['Kind', 'Name', 'Namespace'],
		subjects.map(({kind, name, namespace = ''}) => [kind, name, namespace]),
	);
};
