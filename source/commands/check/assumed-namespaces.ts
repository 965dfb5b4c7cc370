import {objectsIn, type GivenDocument} from './given-documents.js';
import type {Part} from './parts.js';
import {missingNamespaces, type Plan} from './plan.js';
import type {Finding} from './report.js';
import type {CheckRequest} from './request.js';
import {namespaceFinding} from './target-findings.js';

const namespacesIn = (documents: readonly GivenDocument[]): readonly string[] =>
	documents.flatMap(objectsIn).flatMap(({kind, name}) => (kind === 'Namespace' ? [name] : []));

/** The findings about namespaces that no file defines. @param earlier documents that the cluster already has */
export const assumedNamespaces = (
	part: Part,
	request: CheckRequest,
	{documents, linesOf, textOf}: Plan,
	earlier: readonly GivenDocument[] = [],
): readonly Finding[] => {
	const defined = namespacesIn([...documents, ...earlier]);
	return request.isTarget
		? []
		: missingNamespaces(part, request.how)
				.filter((namespace) => !defined.includes(namespace))
				.flatMap((namespace) => {
					const document =
						part.documents.find((one) => objectsIn(one).some((object) => object.namespace === namespace)) ??
						part.documents[0];
					return document ? [namespaceFinding(namespace, document, textOf(document.file), linesOf, defined)] : [];
				});
};
