import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {WatchEvent} from '../../client/request.js';
import {isConverted, toVersion} from './conversion.js';
import type {ResourceExchange} from '../request/exchange.js';
import {badRequest, RequestFailure} from '../request/failure.js';
import type {Column} from '../../registry/table/columns.js';
import {printerOf} from '../../registry/printers.js';
import type {Resource} from '../../objects/resources.js';

const nameColumn =
	'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';

interface List {
	readonly kind: string;
	readonly metadata: unknown;
	readonly items?: readonly KubernetesObject[];
}

/** The form in which a table is sent. */
interface TableOptions {
	readonly nowMs: number;
	/** Version of `meta.k8s.io`. */
	readonly version: string;
	/** A watch sends the columns only once. */
	readonly noHeaders?: boolean;
}

const definition = (column: Column) => ({
	name: column.name,
	type: column.type ?? 'string',
	format: column.format ?? (column.name === 'Name' ? 'name' : ''),
	description: column.description ?? (column.name === 'Name' ? nameColumn : ''),
	priority: column.priority ?? 0,
});

/**
The `Table` that kubectl prints: the server chooses the columns of each kind.

@param stored the object or list in its stored version, which the printers use.
@mirrors k8s.io/apiserver/pkg/endpoints/handlers asTable
*/
export const tableOf = (
	exchange: ResourceExchange,
	stored: List | KubernetesObject,
	{nowMs, version, noHeaders = false}: TableOptions,
): unknown => {
	const {includeObject} = exchange.request.query;
	if (includeObject && !['Metadata', 'Object', 'None'].includes(includeObject)) {
		throw new RequestFailure(
			badRequest(
				`Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(includeObject)}: must be 'Metadata', 'Object', 'None', or empty`,
			),
		);
	}

	const printer = printerOf(exchange.resource, exchange.minor);
	const list = 'items' in stored ? (stored as List) : undefined;
	const objects = list ? (list.items ?? []) : [stored as KubernetesObject];
	const {order} = printer;
	const apiVersion = `meta.k8s.io/${version}`;
	return {
		kind: 'Table',
		apiVersion,
		metadata: list ? list.metadata : {resourceVersion: (stored as KubernetesObject).metadata.resourceVersion},
		columnDefinitions: noHeaders ? null : printer.columns.map((column) => definition(column)),
		rows: (order ? [...objects].sort((a, b) => order(a, b)) : objects).map((object) => ({
			cells: [
				...printer.columns.map((column) => column.cell(object, nowMs)),
				...(printer.unnamed?.(object, nowMs) ?? []),
			],
			...printer.conditions?.(object),
			object: included(exchange, object, apiVersion),
		})),
	};
};

/**
The table that `kubectl get` prints for objects: the column heads, of which the first `needed` are always shown, and the cells of each object.

@param nowMs the wall clock, for ages.
*/
export const printedTable = (
	resource: Resource,
	objects: readonly KubernetesObject[],
	nowMs: number,
): {
	readonly heads: readonly string[];
	readonly needed: number;
	readonly rows: ReadonlyArray<readonly string[]>;
} => {
	const columns = [...printerOf(resource).columns].sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
	return {
		needed: columns.filter(({priority = 0}) => priority === 0).length,
		heads: columns.map(({name}) => name.toUpperCase()),
		rows: objects.map((object) => columns.map((column) => String(column.cell(object, nowMs) ?? '<none>'))),
	};
};

const included = (exchange: ResourceExchange, object: KubernetesObject, apiVersion: string): unknown => {
	switch (exchange.request.query['includeObject']) {
		case 'None': {
			return null;
		}

		case 'Object': {
			return isConverted(exchange.resource) ? toVersion(exchange.resource, object) : object;
		}

		default: {
			return {kind: 'PartialObjectMetadata', apiVersion, metadata: object.metadata};
		}
	}
};

/** One event of a watch as a Table of one row. */
export const tableOfEvent = (exchange: ResourceExchange, event: WatchEvent, options: TableOptions): unknown => ({
	...(tableOf(exchange, event.object as KubernetesObject, options) as object),
	...(event.type === 'BOOKMARK' ? {rows: []} : {}),
});
