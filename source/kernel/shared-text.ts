import {memoised} from './memoised.js';

/**
The text itself, or an equal one that was there before.

Some stops say the same again and again, and many frames have the same name: the tape then keeps one text for all of them. For texts of
which there are few; a sentence that names an object is another one each time.
*/
export const sharedText = memoised((text: string) => text, 10_000);
