import type {PartEnd, PartTexts} from './part-end.js';

interface Placed {
	readonly file: string;
	readonly line: number;
}

/** Places of a file from its beginning to its end: its pieces were changed in another order. */
const inOrder = (one: Placed, other: Placed): number =>
	one.file === other.file ? one.line - other.line : Number(one.file > other.file) - Number(one.file < other.file);

/** The end of a part with the user's own files and lines. */
export const named = (end: PartEnd, {fileOf, linesBefore = {}}: PartTexts): PartEnd => {
	// A file may be called `constructor`.
	const before = (name: string): number => (Object.hasOwn(linesBefore, name) ? (linesBefore[name] ?? 0) : 0);
	const fileBehind = (name: string): string => (Object.hasOwn(fileOf, name) ? (fileOf[name] ?? name) : name);
	// The name of a tenth piece begins with that of the first.
	const names = Object.keys({...fileOf, ...linesBefore})
		.filter((name) => fileBehind(name) !== name || before(name) > 0)
		.toSorted((one, other) => other.length - one.length);
	const written = new RegExp(
		`(${names.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|')})(?::(\\d+))?`,
		'g',
	);
	const told = (text: string): string =>
		names.length === 0
			? text
			: text.replaceAll(
					written,
					(_, name: string, line: string | undefined) =>
						`${fileBehind(name)}${line === undefined ? '' : `:${Number(line) + before(name)}`}`,
				);
	const placed = <T extends Placed>(place: T): T => ({
		...place,
		file: fileBehind(place.file),
		line: place.line + before(place.file),
	});
	return {
		...end,
		objects: end.objects.map((object) => ({
			...placed(object),
			name: told(object.name),
			...(object.ignoreAt ? {ignoreAt: placed(object.ignoreAt)} : {}),
		})),
		assumed: end.assumed.map(({says, places}) => ({
			says,
			places: places.map((place) => ({...placed(place), object: told(place.object)})),
		})),
		observations: end.observations.map((one) => ({
			...one,
			object: told(one.object),
			...(one.of === undefined ? {} : {of: told(one.of)}),
			message: told(one.message),
			advice: one.advice.map(told),
			causes: one.causes.map(told),
			places: one.places.map(placed),
			...(one.same
				? {
						same: one.same.map(({object, message, places}) => ({
							object: told(object),
							message: told(message),
							places: places.map(placed),
						})),
					}
				: {}),
			fixes: one.fixes.map(({words, next, commands, edits, ...fix}) => ({
				...fix,
				...(next === undefined ? {} : {next: told(next)}),
				...(words === undefined ? {} : {words: told(words)}),
				commands: commands.map(told),
				edits: edits.map(placed).toSorted(inOrder),
			})),
		})),
	};
};
