const named: Readonly<Record<string, string>> = {
	Enter: 'return',
	Escape: 'escape',
	Backspace: 'backspace',
	Delete: 'delete',
	ArrowUp: 'up',
	ArrowDown: 'down',
	ArrowLeft: 'left',
	ArrowRight: 'right',
	PageUp: 'pageup',
	PageDown: 'pagedown',
	Home: 'home',
	End: 'end',
	' ': 'space',
};

/** The part of a keyboard event that identifies the key. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
The name of a browser's key in the key table; `undefined` for keys that the browser keeps. Tab moves the focus, as usual in a page, but completes typed text.
*/
export const keyName = ({key, ctrlKey, metaKey, altKey, shiftKey}: PressedKey, typing: boolean): string | undefined => {
	if (ctrlKey || metaKey || altKey) {
		return undefined;
	}

	if (key === 'Tab') {
		return typing && !shiftKey ? 'tab' : undefined;
	}

	if (Object.hasOwn(named, key)) {
		return named[key];
	}

	if ([...key].length === 1) {
		return key;
	}

	return undefined;
};

/** The keys that type a text. */
export const keysOfText = (text: string): readonly string[] =>
	[...text].map((character) => (character === ' ' ? 'space' : character));
