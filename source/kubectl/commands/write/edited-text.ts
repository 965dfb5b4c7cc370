import {emptyFault} from '../../manifests/syntax.js';
import {ManifestError} from '../../../go/yaml/manifest-error.js';
import {readManifests} from '../../../go/yaml/yaml.js';
import {goJSON} from '../../../go/encode-json.js';
import type {Fields} from '../../../kernel/record.js';

/** Why a file is opened again: a heading, with each cause below it. */
export interface Reason {
	readonly head: string;
	readonly causes: readonly string[];
}

const intros = {
	object: `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`,
	applied: `# Please edit the 'last-applied-configuration' annotations below.
# Lines beginning with a '#' will be ignored, and an empty file will abort the edit.
#
`,
} as const;

/** The subject of an edit: objects, or the configuration that was applied last. */
export type EditMode = keyof typeof intros;

/** A text that continues on another line stays a comment. */
const commented = (text: string): string => text.replaceAll(/\n(?=[^#])/g, '\n# ');

/**
The comment above the text in the editor: the purpose of the file, and why it is opened again.

@mirrors kubectl/pkg/cmd/util/editor editHeader.writeTo
*/
export const editHeader = (mode: EditMode, reasons: readonly Reason[]): string =>
	intros[mode] +
	reasons
		.map(
			({head, causes}) =>
				`# ${commented(head)}${causes.length > 0 ? ':' : ''}\n${causes.map((cause) => `# * ${commented(cause)}\n`).join('')}#\n`,
		)
		.join('');

/**
A text without its lines of comment.

@mirrors kubectl/pkg/cmd/util ManualStrip
*/
export const withoutComments = (text: string): string =>
	text
		.split(/(?<=\n)/)
		.filter((line) => !line.trim().startsWith('#'))
		.join('');

/** The objects in an edited text, or the message of upstream's reader of YAML for it. */
export type EditedText = {readonly objects: readonly Fields[]} | {readonly fault: string};

/** Reads a text that an editor has left. */
export const readEdited = (text: string): EditedText => {
	const plain = withoutComments(text);
	try {
		const {documents} = readManifests(plain, 'edited-file');
		const fault = documents.length === 0 ? emptyFault(plain) : undefined;
		return fault === undefined ? {objects: documents.map(({object}) => object)} : {fault: `yaml: ${fault}`};
	} catch (error) {
		if (!(error instanceof ManifestError)) {
			throw error;
		}

		return {
			fault: error.message.startsWith('expected an object, found ')
				? 'invalid object to validate'
				: `yaml: ${error.goMessage ?? `line ${error.line}: ${error.message}`}`,
		};
	}
};

/** Whether two texts contain the same objects; if one of them is unreadable, equal lines without comments. */
export const isSameText = (one: string, other: string): boolean => {
	const forms = [one, other].map((text) => {
		const read = readEdited(text);
		return 'fault' in read ? withoutComments(text) : goJSON(read.objects);
	});
	return forms[0] === forms[1];
};

/** Whether a text has a line that is not empty and not a comment. */
export const hasLines = (text: string): boolean => withoutComments(text).trim() !== '';
