import {storedKindOf} from './kinds.js';
import {customPrinter} from './custom-resources/printer.js';
import type {Printer} from './table/columns.js';
import type {Resource} from '../objects/resources.js';

const usual: Printer = {
	columns: [
		{name: 'Name', cell: ({metadata}) => metadata.name},
		{name: 'Created At', type: 'date', cell: ({metadata}) => metadata.creationTimestamp ?? null},
	],
};

/** The table of a resource's objects: names and ages, if no columns are known. */
export const printerOf = (resource: Resource): Printer =>
	resource.custom ? customPrinter(resource.custom) : (storedKindOf(resource)?.table ?? usual);
