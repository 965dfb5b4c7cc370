import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {parseFieldSelector, type FieldRequirement} from '../../objects/field-selector.js';
import {matchesFields, unsupportedField} from '../../registry/field-selection.js';
import {parseLabelSelector} from '../../objects/label-selector.js';
import {matchesRequirements, type Requirement} from '../../objects/labels.js';
import type {Resource} from '../../objects/resources.js';
import {pendingOf} from './pending-initializers.js';
import {messageOf} from '../../objects/message-of.js';
import {badRequest, RequestFailure} from '../request/failure.js';
import {RecentMap} from '../../kernel/memoised.js';

/** The objects of a collection that a list or watch requests. */
export interface Selection {
	readonly labels: readonly Requirement[];
	readonly fields: readonly FieldRequirement[];
	/** The node, when the request selects by no other field: an index has the answer. */
	readonly nodeName?: string;
	/** The name, when that is the only requested field: an index finds it. */
	readonly objectName?: string;
	readonly matches: (object: KubernetesObject) => boolean;
	/** Whether uninitialized objects are left out, in the legacy mode of the scenario. */
	readonly hides?: boolean;
}

/** The most selections that are kept: more than twice the number that a thousand nodes request for their own Pods, Node and Lease. */
const mostSelections = 10_000;
const known = new RecentMap<string, Selection>(mostSelections);

const everything: Selection = {labels: [], fields: [], matches: () => true};

/**
Reads the selectors of a query.

@throws RequestFailure 400 in upstream's words.
*/
export const selectionOf = (resource: Resource, query: Readonly<Record<string, string>>, name = ''): Selection => {
	const {labelSelector = '', fieldSelector = ''} = query;
	if (labelSelector === '' && fieldSelector === '' && name === '') {
		return everything;
	}

	const id = `${resource.group}/${resource.version}/${resource.plural}\n${name}\n${labelSelector}\n${fieldSelector}`;
	let selection = known.get(id);
	if (!selection) {
		selection = read(resource, labelSelector, fieldSelector, name);
		// The fields that a definition makes selectable can change later.
		if (!resource.custom) {
			known.set(id, selection);
		}
	}

	return selection;
};

/** The selection without objects that initializers have yet to process, unless the query asks for them. */
export const initializedOnly = (selection: Selection, query: Readonly<Record<string, string>>): Selection =>
	query['includeUninitialized'] === 'true'
		? selection
		: {
				...selection,
				hides: true,
				matches: (object) => pendingOf(object).length === 0 && selection.matches(object),
			};

const read = (resource: Resource, labelSelector: string, fieldSelector: string, name: string): Selection => {
	let labels: readonly Requirement[];
	let fields: readonly FieldRequirement[];
	try {
		labels = parseLabelSelector(labelSelector);
		fields = parseFieldSelector(fieldSelector);
	} catch (error) {
		throw new RequestFailure(badRequest(messageOf(error)));
	}

	for (const {field} of fields) {
		const refusal = unsupportedField(resource, field);
		if (refusal !== undefined) {
			throw new RequestFailure(badRequest(refusal));
		}
	}

	if (name !== '') {
		if (fields.length === 0) {
			fields = [{field: 'metadata.name', operator: '=', value: name}];
		} else if (
			!fields.some(({field, operator, value}) => field === 'metadata.name' && operator !== '!=' && value === name)
		) {
			throw new RequestFailure(badRequest("fieldSelector metadata.name doesn't match requested name"));
		}
	}

	const [only] = fields;
	const objectName =
		fields.length === 1 && only?.field === 'metadata.name' && only.operator !== '!=' ? only.value : undefined;
	return {
		labels,
		fields,
		nodeName:
			resource.plural === 'pods' && fields.length === 1 && only?.field === 'spec.nodeName' && only.operator !== '!='
				? only.value
				: undefined,
		objectName,
		matches: (object) =>
			(objectName === undefined || object.metadata.name === objectName) &&
			(labels.length === 0 || matchesRequirements(labels, object.metadata.labels)) &&
			(fields.length === 0 || objectName !== undefined || matchesFields(fields, resource, object)),
	};
};
