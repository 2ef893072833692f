"""Tests of the contract: it reads well, says where it assumes, agrees with its examples and loads in the tools."""
