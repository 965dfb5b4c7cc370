import {memoised, RecentMap} from '../../kernel/memoised.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** The parsed path of a request: `RequestInfo` of the apiserver. */
export interface RequestInfo {
	readonly isResourceRequest: boolean;
	readonly path: string;
	/** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; else the HTTP method in lower case. */
	readonly verb: string;
	readonly group: string;
	readonly version: string;
	/** Empty for cluster-scoped resources and for lists over all namespaces. */
	readonly namespace: string;
	readonly resource: string;
	readonly name: string;
	/** Whether the path has a name after the resource; a name in a selector does not count. */
	readonly isNamed: boolean;
	readonly subresource: string;
	/** The path after the subresource, such as the one behind `proxy`. */
	readonly rest: string;
}

const verbs: Readonly<Record<string, string>> = {
	GET: 'get',
	HEAD: 'get',
	POST: 'create',
	PUT: 'update',
	PATCH: 'patch',
	DELETE: 'delete',
};

/** Subresources of a namespace itself; anything else after its name is a resource in it. */
const namespaceSubresources = new Set(['status', 'finalize']);

/**
Reads group, version, namespace, resource and name out of `/api/v1/namespaces/default/pods/web/status`.

@mirrors k8s.io/apiserver/pkg/endpoints/request RequestInfoFactory.NewRequestInfo
*/
export const requestInfo = (method: string, path: string, query: Readonly<Record<string, string>>): RequestInfo => {
	if (query['watch'] !== undefined || query['fieldSelector'] !== undefined || path.length > longestKnown) {
		return readInfo(method, path, query);
	}

	const ofMethod = getOrInsert(known, method, () =>
		memoised((text: string) => readInfo(method, text, noQuery), mostKnown),
	);
	return ofMethod(path);
};

/** Shares texts and infos: requests for the same objects repeat, so the tape keeps one of each. */
const known = new RecentMap<string, (path: string) => RequestInfo>(20);
const mostKnown = 5000;
const longestKnown = 1000;
const noQuery: Readonly<Record<string, string>> = {};

const readInfo = (method: string, path: string, query: Readonly<Record<string, string>>): RequestInfo => {
	const parts = path.split('/');
	const core = parts[1] === 'api';
	// parts: '', 'api', 'v1', … or '', 'apis', group, version, …
	let at = core ? 3 : 4;
	if ((!core && parts[1] !== 'apis') || parts.length <= at || parts[at] === '') {
		return nonResource(method, path);
	}

	let verb = verbs[method] ?? '';
	if (parts[at] === 'watch') {
		at++;
		verb = 'watch';
		if (parts.length <= at) {
			return nonResource(method, path);
		}
	}

	let namespace = '';
	if (parts[at] === 'namespaces' && parts.length > at + 1) {
		namespace = parts[at + 1]!;
		if (parts.length > at + 2 && !namespaceSubresources.has(parts[at + 2]!)) {
			at += 2;
		}
	}

	const resource = parts[at]!;
	const name = parts[at + 1] ?? '';
	const subresource = parts[at + 2] ?? '';
	if (name === '') {
		if (verb === 'get') {
			verb = isTrue(query['watch']) ? 'watch' : 'list';
		} else if (verb === 'delete') {
			verb = 'deletecollection';
		}
	}

	const selected = name === '' && (verb === 'list' || verb === 'watch') ? selectedName(query['fieldSelector']) : '';
	return {
		isResourceRequest: true,
		path,
		verb,
		group: core ? '' : parts[2]!,
		version: core ? parts[2]! : parts[3]!,
		namespace: resource === 'namespaces' ? name : namespace,
		resource,
		name: name === '' ? selected : decode(name),
		isNamed: name !== '',
		subresource,
		rest: parts.slice(at + 3).join('/'),
	};
};

/** A boolean parameter as upstream's query decoder reads it: every other value means true, even an empty `?watch`. @mirrors runtime.Convert_Slice_string_To_bool */
export const isTrue = (value: string | undefined): boolean => value !== undefined && !/^(false|0)$/i.test(value);

const decode = (part: string): string => {
	if (!part.includes('%')) {
		return part;
	}

	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
};

/** A collection narrowed to one name counts as a request for that name, so that a rule with `resourceNames` can allow it. */
const selectedName = (fieldSelector = ''): string =>
	/(?:^|,)metadata\.name==?([^,=!]+)(?:,|$)/.exec(fieldSelector)?.[1] ?? '';

const nonResource = (method: string, path: string): RequestInfo => ({
	isResourceRequest: false,
	path,
	verb: method.toLowerCase(),
	group: '',
	version: '',
	namespace: '',
	resource: '',
	name: '',
	isNamed: false,
	subresource: '',
	rest: '',
});
