import {isBlankOrEnd, isBreakOrEnd, type Cursor} from './cursor.js';

/** The content of a line that begins with `%`. */
interface Directive {
	readonly type: 'version' | 'tag-directive';
	/** A version, or the handle of a tag. */
	readonly value: string;
}

/** Reads a line that begins with `%`. @throws YamlFault */
export const readDirective = (cursor: Cursor): Directive => {
	cursor.skip();
	const name = cursor.word();
	if (name === '') {
		cursor.fail('could not find expected directive name');
	}

	if (!isBlankOrEnd(cursor.at())) {
		cursor.fail('found unexpected non-alphabetical character');
	}

	if (name === 'YAML') {
		cursor.blanks();
		const major = cursor.number();
		if (cursor.at() !== '.') {
			cursor.fail("did not find expected digit or '.' character");
		}

		cursor.skip();
		const version = `${major}.${cursor.number()}`;
		cursor.lineEnd();
		return {type: 'version', value: version};
	}

	if (name !== 'TAG') {
		cursor.fail('found unknown directive name');
	}

	const [, handle = ''] = /^\s*(\S*)/.exec(cursor.text.slice(cursor.index)) ?? [];
	while (!isBreakOrEnd(cursor.at())) {
		cursor.skip();
	}

	cursor.lineEnd();
	return {type: 'tag-directive', value: handle};
};

/** Continues behind an anchor or an alias. @throws YamlFault */
export const skipAnchor = (cursor: Cursor): void => {
	cursor.skip();
	const next = cursor.word() === '' ? '' : cursor.at();
	if (next === '' || !(isBlankOrEnd(next) || /[?:,\]}%@`]/.test(next ?? ''))) {
		cursor.fail('did not find expected alphabetic or numeric character');
	}
};

/** Continues behind a tag. @returns the handle that must be declared; `''` without one. @throws YamlFault */
export const readTag = (cursor: Cursor): string => {
	const isVerbatim = cursor.at(1) === '<';
	cursor.skip(isVerbatim ? 2 : 1);
	const from = cursor.index;
	while (/[\w\-;/?:@&=+$,.!~*'()[\]%]/.test(cursor.at() ?? ' ')) {
		cursor.skip();
	}

	const text = cursor.text.slice(from, cursor.index);
	if (isVerbatim) {
		if (text === '') {
			cursor.fail('did not find expected tag URI');
		}

		if (cursor.at() !== '>') {
			cursor.fail("did not find the expected '>'");
		}

		cursor.skip();
	}

	const handle = /^([\w-]*)!/.exec(text);
	if (!isVerbatim && handle?.[0].length === text.length) {
		cursor.fail('did not find expected tag URI');
	}

	if (!isBlankOrEnd(cursor.at())) {
		cursor.fail('did not find expected whitespace or line break');
	}

	return isVerbatim || !handle ? '' : `!${handle[0]}`;
};
