import type {WatchEvent} from '../client/request.js';
import type {KubernetesObject, ResourceExchange} from './exchange.js';
import './printers/cluster.js';
import './printers/network.js';
import './printers/pods.js';
import './printers/storage.js';
import './printers/workloads.js';
import {badRequest, RequestFailure} from './failure.js';
import {printerOf, type Column} from './printers/printers.js';

const nameColumn =
	'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';

interface List {
	readonly kind: string;
	readonly metadata: unknown;
	readonly items?: readonly KubernetesObject[];
}

const definition = (column: Column) => ({
	name: column.name,
	type: column.type ?? 'string',
	format: column.format ?? (column.name === 'Name' ? 'name' : ''),
	description: column.description ?? (column.name === 'Name' ? nameColumn : ''),
	priority: column.priority ?? 0,
});

/** The `Table` that kubectl prints: the server decides what is worth seeing of each kind. */
export const tableOf = (nowMs: number, exchange: ResourceExchange, body: List | KubernetesObject): unknown => {
	const {includeObject} = exchange.request.query;
	if (includeObject && !['Metadata', 'Object', 'None'].includes(includeObject)) {
		throw new RequestFailure(
			badRequest(
				`Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(includeObject)}: must be 'Metadata', 'Object', 'None', or empty`,
			),
		);
	}

	const printer = printerOf(exchange.resource);
	const list = 'items' in body ? (body as List) : undefined;
	const objects = list ? (list.items ?? []) : [body as KubernetesObject];
	return {
		kind: 'Table',
		apiVersion: 'meta.k8s.io/v1',
		metadata: list ? list.metadata : {resourceVersion: (body as KubernetesObject).metadata.resourceVersion},
		columnDefinitions: printer.columns.map((column) => definition(column)),
		rows: objects.map((object) => rowOf(nowMs, exchange, object)),
	};
};

const rowOf = (nowMs: number, exchange: ResourceExchange, object: KubernetesObject): unknown => {
	const printer = printerOf(exchange.resource);
	const include = exchange.request.query['includeObject'];
	return {
		cells: printer.columns.map((column) => column.cell(object as never, nowMs)),
		...printer.conditions?.(object as never),
		...(include === 'None'
			? {object: null}
			: include === 'Object'
				? {object}
				: {object: {kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata}}),
	};
};

/** One event of a watch as a Table of one row. */
export const tableOfEvent = (nowMs: number, exchange: ResourceExchange, event: WatchEvent): unknown => {
	const object = event.object as KubernetesObject;
	return {
		...(tableOf(nowMs, exchange, object) as object),
		...(event.type === 'BOOKMARK' ? {rows: []} : {}),
	};
};
