import {ApiError} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import {formatQuantity, readQuantity} from '../../objects/quantity.js';
import type {
	ConfigMap,
	LimitRange,
	LimitRangeItem,
	Namespace,
	PriorityClass,
	ResourceQuota,
	Resources,
	ClusterRoleBinding,
	RoleBinding,
	Secret,
	ServiceAccount,
} from '../../objects/kubernetes.generated.js';
import type {ResourceName} from '../../objects/resources.js';
import type {Describer, Surroundings} from './describer.js';
import {formatLabels, longTime, pairs, writeEvents, writeHead, writeTable} from './text.js';
import type {DescriptionWriter} from './writer.js';

const bytesOf = (base64: string): number => Buffer.from(base64, 'base64').length;

/** A ConfigMap. @mirrors kubectl/pkg/describe ConfigMapDescriber */
export const describeConfigMap: Describer<ConfigMap> = function* (writer, object, around) {
	const happened = yield* around.events();
	writeHead(writer, object);
	writer.write(0, '\nData\n====\n');
	for (const [key, text] of pairs(object.data)) {
		writer.write(0, `${key}:\n----\n${text}\n\n`);
	}

	writer.write(0, '\nBinaryData\n====\n');
	for (const [key, value] of pairs(object.binaryData)) {
		writer.write(0, `${key}: ${bytesOf(value)} bytes\n`);
	}

	writer.write(0, '\n');
	writeEvents(writer, happened, around.nowMs);
};

/** A Secret: its values stay hidden. @mirrors kubectl/pkg/describe describeSecret */
export const describeSecret: Describer<Secret> = function* (writer, object) {
	const {data, type = ''} = object;
	writeHead(writer, object);
	writer.write(0, `\nType:\t${type}\n\nData\n====\n`);
	for (const [key, value] of pairs(data)) {
		const shown = key === 'token' && type === 'kubernetes.io/service-account-token';
		writer.write(
			0,
			shown ? `${key}:\t${Buffer.from(value, 'base64').toString()}\n` : `${key}:\t${bytesOf(value)} bytes\n`,
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

const writeScopes = (writer: DescriptionWriter, level: number, {spec}: ResourceQuota, bullet: string): void => {
	const scopes = [...(spec?.scopes ?? [])].sort();
	if (scopes.length > 0) {
		writer.write(level, `Scopes:\t${scopes.join(', ')}\n`);
		for (const scope of scopes) {
			if (Object.hasOwn(scopeWords, scope)) {
				writer.write(level, `${bullet}${scopeWords[scope]}\n`);
			}
		}
	}
};

/** The used amount, written in the format of the allowed amount. */
const usedLike = (used: string, hard: string): string => {
	const [amount, limit] = [readQuantity(used), readQuantity(hard)];
	return amount.format === limit.format
		? used
		: formatQuantity({...amount, nanos: wholeOf(amount.nanos), format: limit.format});
};

const unit = 1_000_000_000n;
const wholeOf = (nanos: bigint): bigint => ((nanos + unit - 1n) / unit) * unit;

/** A ResourceQuota. @mirrors kubectl/pkg/describe describeQuota */
export const describeQuota: Describer<ResourceQuota> = function* (writer, object) {
	const {hard, used = {}} = object.status ?? {};
	writer.write(0, `Name:\t${object.metadata.name}\nNamespace:\t${object.metadata.namespace}\n`);
	writeScopes(writer, 0, object, ' * ');
	const rows = pairs(hard).map(([name, limit]) => [name, usedLike(used[name] ?? '0', limit), limit]);
	writeTable(writer, 0, ['Resource', 'Used', 'Hard'], rows);
};

const limitHead = 'Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio';
const limitRule = '----\t--------\t---\t---\t---------------\t-------------\t-----------------------';

const columnsOf = ({min, max, defaultRequest, default: defaultLimit, maxLimitRequestRatio}: LimitRangeItem) => [
	min ?? {},
	max ?? {},
	defaultRequest ?? {},
	defaultLimit ?? {},
	maxLimitRequestRatio ?? {},
];

const writeLimits = (writer: DescriptionWriter, {spec}: LimitRange, prefix: string): void => {
	for (const limit of spec?.limits ?? []) {
		const columns = columnsOf(limit);
		const names = new Set(columns.flatMap((amounts) => Object.keys(amounts)));
		for (const name of [...names].sort()) {
			const values = columns.map((amounts) => amounts[name] ?? '-');
			writer.write(0, `${prefix}${limit.type}\t${name}\t${values.join('\t')}\n`);
		}
	}
};

/** A LimitRange. @mirrors kubectl/pkg/describe describeLimitRange */
export const describeLimitRange: Describer<LimitRange> = function* (writer, object) {
	writer.write(0, `Name:\t${object.metadata.name}\nNamespace:\t${object.metadata.namespace}\n`);
	writer.write(0, `${limitHead}\n${limitRule}\n`);
	writeLimits(writer, object, '');
};

/** The objects in a namespace; `undefined` where the server does not serve such objects. */
function* listed<N extends ResourceName>(
	{list}: Surroundings,
	resource: N,
	namespace: string,
): Routine<ReadonlyArray<Resources[N]> | undefined> {
	try {
		return yield* list(resource, namespace);
	} catch (error) {
		if (error instanceof ApiError && error.reason === 'NotFound') {
			return undefined;
		}

		throw error;
	}
}

const writeQuotas = (writer: DescriptionWriter, quotas: readonly ResourceQuota[]): void => {
	writer.write(0, quotas.length === 0 ? 'No resource quota.\n' : 'Resource Quotas\n');
	for (const quota of [...quotas].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))) {
		const {hard, used = {}} = quota.status ?? {};
		writer.write(1, `Name:\t${quota.metadata.name}\n`);
		writeScopes(writer, 1, quota, '* ');
		writer.write(1, 'Resource\tUsed\tHard\n');
		writer.write(1, '--------\t---\t---\n');
		for (const [name, limit] of pairs(hard)) {
			writer.write(1, `${name}\t${used[name] ?? '0'}\t${limit}\n`);
		}
	}
};

/** A namespace with its quotas and limits. @mirrors kubectl/pkg/describe describeNamespace */
export const describeNamespace: Describer<Namespace> = function* (writer, object, around) {
	const {metadata, status = {}} = object;
	const quotas = yield* listed(around, 'resourcequotas', metadata.name);
	const limits = yield* listed(around, 'limitranges', metadata.name);
	const conditions = status.conditions ?? [];
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
export const describeServiceAccount: Describer<ServiceAccount> = function* (writer, object, around) {
	const happened = yield* around.events();
	const names = (object.imagePullSecrets ?? []).map(({name}) => name);
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
export const describePriorityClass: Describer<PriorityClass> = function* (writer, object, around) {
	const happened = yield* around.events();
	writer.write(0, `Name:\t${object.metadata.name}\nValue:\t${object.value ?? 0}\n`);
	writer.write(0, `GlobalDefault:\t${object.globalDefault ?? false}\n`);
	writer.write(0, `PreemptionPolicy:\t${object.preemptionPolicy ?? ''}\nDescription:\t${object.description ?? ''}\n`);
	writer.write(0, `Annotations:\t${formatLabels(object.metadata.annotations)}\n`);
	writeEvents(writer, happened, around.nowMs);
};

/** A RoleBinding or ClusterRoleBinding. @mirrors kubectl/pkg/describe RoleBindingDescriber */
export const describeBinding: Describer<RoleBinding | ClusterRoleBinding> = function* (writer, object) {
	writeHead(writer, object, false);
	writer.write(0, `Role:\n  Kind:\t${object.roleRef?.kind}\n  Name:\t${object.roleRef?.name}\nSubjects:\n`);
	const subjects = object.subjects ?? [];
	writeTable(
		writer,
		1,
		['Kind', 'Name', 'Namespace'],
		subjects.map(({kind, name, namespace = ''}) => [kind, name, namespace]),
	);
};
