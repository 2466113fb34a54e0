"""Words that cannot be used are named, with what is allowed and what to do."""

import argparse
import unittest

from arguments import decimal, in_words, natural, positive


class TestArguments(unittest.TestCase):
    def test_a_word_that_is_no_allowed_number_is_answered_with_those_that_are(self) -> None:
        self.assertEqual((positive("3"), natural("0"), decimal("0.5")), (3, 0, 0.5))
        for read, word, allowed in (
            (positive, "0", "a whole number, 1 or more"),
            (positive, "x", "a whole number, 1 or more"),
            (natural, "-1", "a whole number, 0 or more"),
            (natural, "1.5", "a whole number, 0 or more"),
            (decimal, "much", "a number, as in 2 or 0.5"),
        ):
            with self.assertRaises(argparse.ArgumentTypeError) as raised:
                read(word)
            self.assertEqual(str(raised.exception), f"{word!r} is invalid; allowed: {allowed}")

    def test_a_file_that_is_not_there_is_named_with_what_to_do(self) -> None:
        with self.assertRaises(OSError) as raised, open("no/such/file", encoding="utf-8"):
            pass
        self.assertEqual(in_words(raised.exception), "cannot use no/such/file: No such file or directory; check the path")


if __name__ == "__main__":
    unittest.main()
