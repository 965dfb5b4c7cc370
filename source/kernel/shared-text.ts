const most = 10_000;
let texts = new Map<string, string>();

/**
The text itself, or the one that was the same before.

Some stops say the same again and again, and frames are called the same: the tape then keeps one text for all of them. For what
there are few of; a sentence that names an object is another each time.
*/
export const sharedText = (text: string): string => {
	const known = texts.get(text);
	if (known !== undefined) {
		return known;
	}

	if (texts.size >= most) {
		texts = new Map();
	}

	texts.set(text, text);
	return text;
};
