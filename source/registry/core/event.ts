import {describeKind} from '../kind.js';
import type {Event} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {checkCommon} from './event-fields.js';
import {age} from '../table/cells.js';

/** Checks an Event: it must be in the namespace of its object. The older form accepts nearly all other values. */
export const checkCoreEvent = (errors: Errors, event: Event): void => {
	checkCommon(errors, event, 'reportingComponent');
};

/** The time of an event's first occurrence, from either generation of fields. */
const firstSeen = ({firstTimestamp, eventTime}: Event): string | undefined => firstTimestamp ?? eventTime ?? undefined;

const lastSeen = (event: Event): string | undefined =>
	event.series ? event.series.lastObservedTime : (event.lastTimestamp ?? firstSeen(event));

const source = ({source: from, reportingComponent, reportingInstance}: Event): string => {
	const component = from?.component || reportingComponent || '';
	const host = from?.host || reportingInstance || '';
	return host === '' ? component : `${component}, ${host}`;
};

const objectText = ({involvedObject}: Event): string => {
	const {kind = '', name = ''} = involvedObject;
	return name === '' ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`;
};

/** @see https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/ */
export const coreEvent = describeKind('v1 Event', {
	validate: {create: checkCoreEvent, update: checkCoreEvent, plainMetadata: true},
	store: {createOnUpdate: true, lifetimeSeconds: 3600},
	table: {
		columns: [
			{name: 'Last Seen', cell: (event, nowMs) => age(lastSeen(event), nowMs)},
			{name: 'Type', cell: ({type}) => type ?? ''},
			{name: 'Reason', cell: ({reason}) => reason ?? ''},
			{name: 'Object', cell: objectText},
			{name: 'Subobject', priority: 1, cell: ({involvedObject}) => involvedObject.fieldPath ?? ''},
			{name: 'Source', priority: 1, cell: source},
			{name: 'Message', cell: ({message}) => (message ?? '').trim()},
			{name: 'First Seen', priority: 1, cell: (event, nowMs) => age(firstSeen(event), nowMs)},
			{name: 'Count', priority: 1, cell: (event) => (event.series ? (event.series.count ?? 0) : event.count || 1)},
			{name: 'Name', priority: 1, format: 'name', cell: ({metadata}) => metadata.name},
		],
	},
	fields: {
		'involvedObject.kind': ({involvedObject}) => involvedObject?.kind,
		'involvedObject.namespace': ({involvedObject}) => involvedObject?.namespace,
		'involvedObject.name': ({involvedObject}) => involvedObject?.name,
		'involvedObject.uid': ({involvedObject}) => involvedObject?.uid,
		'involvedObject.apiVersion': ({involvedObject}) => involvedObject?.apiVersion,
		'involvedObject.resourceVersion': ({involvedObject}) => involvedObject?.resourceVersion,
		'involvedObject.fieldPath': ({involvedObject}) => involvedObject?.fieldPath,
		reason: ({reason}) => reason,
		type: ({type}) => type,
		reportingComponent: ({reportingComponent}) => reportingComponent,
		source: ({source: from, reportingComponent}) => from?.component || reportingComponent,
	},
});
