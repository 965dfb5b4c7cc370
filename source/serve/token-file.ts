import {Mistake} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';

type User = Scenario['users'][number];

/** The fields of one line: separated by commas, in double quotes where they hold one. */
const fieldsOf = (line: string): readonly string[] | undefined => {
	const fields: string[] = [];
	const field = /\s*(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;
	for (;;) {
		const match = field.exec(line);
		if (!match) {
			return undefined;
		}

		fields.push(match[1]?.replaceAll('""', '"') ?? match[2]!);
		if (match[3] === '') {
			return fields;
		}
	}
};

/**
Reads a static token file: `token,user,uid,"group1,group2"` a line, the groups optional.

@see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#static-token-file
@throws {Mistake} with file and line.
*/
export const readTokenFile = (text: string, file: string): readonly User[] => {
	const users: User[] = [];
	for (const [index, line] of text.split(/\r?\n/).entries()) {
		if (line.trim() === '') {
			continue;
		}

		const place = {file, line: index + 1};
		const remedy = 'a line is token,user,uid,"group1,group2"; the groups are optional';
		const fields = fieldsOf(line);
		if (!fields) {
			throw new Mistake('unexpected quote', place, remedy);
		}

		const [token = '', name = '', uid = '', groups = ''] = fields.map((field) => field.trim());
		if (fields.length < 3) {
			throw new Mistake(
				`token file must contain at least 3 columns (token, user name, user uid), found ${fields.length}`,
				place,
				remedy,
			);
		}

		if (token === '' || name === '') {
			throw new Mistake(`the ${token === '' ? 'token' : 'user name'} is empty`, place, remedy);
		}

		users.push({
			name,
			token,
			...(uid === '' ? {} : {uid}),
			groups: groups
				.split(',')
				.map((group) => group.trim())
				.filter(Boolean),
		});
	}

	return users;
};
