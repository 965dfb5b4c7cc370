import {RecentMap} from '../../kernel/memoised.js';
import {findPackageText} from '../../kernel/platform.js';

/** A page of the manual. */
export interface Topic {
	/** Its name, equal to its file's: `faults`. */
	readonly name: string;
	/** The reason to read it, in a few words. */
	readonly about: string;
}

/** Topics that belong together. */
export interface TopicGroup {
	readonly title: string;
	readonly topics: readonly Topic[];
}

const texts = new RecentMap<string, string>(100);

/** The text of a file of the manual; empty while a page in a browser has not loaded it. */
const read = (name: string): string => {
	const text = texts.get(name) ?? findPackageText(`source/manual/${name}`);
	if (text !== undefined) {
		texts.set(name, text);
	}

	return text ?? '';
};

/** The topics of the manual, as its first page groups them. */
export const topicGroups = (): readonly TopicGroup[] =>
	read('README.md')
		.split(/^## /m)
		.slice(1)
		.map((part) => ({
			title: part.slice(0, part.indexOf('\n')),
			topics: [...part.matchAll(/^\| \[([\w-]+)\]\([\w-]+\.md\) +\| (.*?) +\|$/gm)].map(
				([, name = '', about = '']) => ({
					name,
					about,
				}),
			),
		}));

export const topics = (): readonly Topic[] => topicGroups().flatMap((group) => group.topics);

/** The page about a topic as Markdown; `undefined` for a topic without a page. */
export const pageOf = (topic: string): string | undefined =>
	topics().some(({name}) => name === topic) ? read(`${topic}.md`) : undefined;
