import {storedKindOf} from './kinds.js';
import {customPrinter} from './custom-resources/printer.js';
import type {Column, Printer} from './table/columns.js';
import type {Resource} from '../objects/resources.js';
import {nestedField, nestedSlice, nestedString} from '../objects/unstructured.js';
import {behaves} from '../objects/versions/changed-behaviour.js';

const usual: Printer = {
	columns: [
		{name: 'Name', cell: ({metadata}) => metadata.name},
		{name: 'Created At', type: 'date', cell: ({metadata}) => metadata.creationTimestamp ?? null},
	],
};

const definitionColumns: readonly Column[] = [
	{name: 'Group', cell: (definition) => nestedString(definition, 'spec', 'group')},
	{name: 'Scope', cell: (definition) => nestedString(definition, 'spec', 'scope')},
	{
		name: 'Versions',
		cell: (definition) =>
			nestedSlice(definition, 'spec', 'versions')
				.flatMap((version) => (nestedField(version, 'served') === true ? [nestedString(version, 'name')] : []))
				.join(),
	},
];

/**
The table of a resource's objects: names and ages, if no columns are known.

@param minor of the Kubernetes version; the simulated one where it is left out.
*/
export const printerOf = (resource: Resource, minor?: number): Printer => {
	if (resource.custom) {
		return customPrinter(resource.custom);
	}

	const [name, ...rest] = usual.columns;
	return resource.plural === 'customresourcedefinitions' && name && behaves(minor, 'definitionColumns')
		? {columns: [name, ...definitionColumns, ...rest]}
		: (storedKindOf(resource)?.table ?? usual);
};
