"""The engine as python-chess drives engines."""

import asyncio
import concurrent.futures
from typing import Any

import chess.engine

from .program import ProgramPath, find_program


class Engine(chess.engine.SimpleEngine):
    """Lucena as a `chess.engine.SimpleEngine`, started and ready.

    >>> import chess, chess.engine, lucena_chess
    >>> with lucena_chess.Engine({"Hash": 64}) as engine:
    ...     board = chess.Board("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1")
    ...     print(board.san(engine.play(board, chess.engine.Limit(nodes=10_000)).move))
    Rd1+

    `options` are those of docs/options.md; `timeout` is in seconds and None means to wait as long as it takes. Use it in a
    `with`, or call `quit()` or `close()`: the engine is a process and runs until then.

    Raises `ProgramNotFound` if lucena is not installed, and `chess.engine.EngineError` for an option that it does not have.
    """

    def __init__(
        self,
        options: chess.engine.ConfigMapping | None = None,
        *,
        timeout: float | None = 10.0,
        debug: bool | None = None,
        program: ProgramPath | None = None,
        **popen_arguments: Any,
    ) -> None:
        command = find_program(program)

        async def background(ready: "concurrent.futures.Future[None]") -> None:
            transport, protocol = await chess.engine.UciProtocol.popen(command, **popen_arguments)
            # It makes an event of the loop that runs here.
            super(Engine, self).__init__(transport, protocol, timeout=timeout)
            try:
                await asyncio.wait_for(protocol.initialize(), timeout)
                ready.set_result(None)
                self.returncode.set_result(await protocol.returncode)
            finally:
                self.close()
            await self.shutdown_event.wait()

        chess.engine.run_in_background(background, name=f"Engine ({command})", debug=debug)
        if options:
            self.configure_or_close(options)

    def configure_or_close(self, options: chess.engine.ConfigMapping) -> None:
        """Sets options. Ends the engine if it refuses one, since nobody holds it yet."""
        try:
            self.configure(options)
        except BaseException:
            self.close()
            raise
