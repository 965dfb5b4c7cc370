/**
Loads texts of the package from the folder of the page.

@param name of a data file, without its ending: `facts`
@returns path → text
@throws {Error} when the server lacks the file
*/
export const loadTexts = async (name: string): Promise<ReadonlyArray<readonly [path: string, text: string]>> => {
	const answer = await fetch(new URL(`data/${name}.json`, import.meta.url));
	if (!answer.ok) {
		throw new Error(`data/${name}.json: ${answer.status} ${answer.statusText}`);
	}

	const texts: Readonly<Record<string, string>> = await answer.json();
	return Object.entries(texts);
};
