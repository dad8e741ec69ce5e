"""Search that knows no memories: vectors, words, fusion, calibration; serves facts and rounds."""
