import type {Entry} from './entry.js';

/** Findings about unreadable files, and odd texts in them. */
export const readingEntries: readonly Entry[] = [
	{
		id: 'W001',
		name: 'unreadable',
		severity: 'error',
		what: 'The file is not YAML or JSON.',
		why: 'kubectl reads a file only up to the document with the mistake: the documents after it never reach the cluster.',
		stage: 'kubectl.parse',
		mend: 'Correct the syntax at the place shown. A Helm template is not a manifest: check the chart with --helm.',
		page: 'concepts/overview/working-with-objects/',
	},
	{
		id: 'W002',
		name: 'duplicate-key',
		severity: 'warning',
		what: 'A key occurs twice in one mapping.',
		why: 'Only the last one counts, so the first is silently lost.',
		stage: 'kubectl.parse',
		mend: 'Delete one of the two, or rename one to the key that was meant.',
		page: 'concepts/overview/working-with-objects/',
	},
	{
		id: 'W003',
		name: 'no-object',
		severity: 'error',
		what: 'A document has no apiVersion, kind or name.',
		why: 'Without them, kubectl does not know which API to send it to, or which object is meant.',
		stage: 'kubectl.parse',
		mend: 'Add apiVersion, kind and metadata.name; a generateName needs --create.',
		page: 'concepts/overview/working-with-objects/#required-fields',
		words:
			/(?:apiVersion|kind|'apiVersion'|'kind') (?:not set|is missing)|resource name may not be empty|no Kubernetes object|expected an object|Object 'Kind' is missing|cannot use generate name/,
	},
];
